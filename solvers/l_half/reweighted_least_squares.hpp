#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/l_half/least_squares_settings.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Smooth loss plus separable penalty, by iteratively reweighted least squares with coordinate descent inside
/// (docs/methods.md §9); base of the l_half methods.
///
///   min_w  Σ_j p_j(w_j) + (1/m) Σ_i ℓ(z_i)
///
///   outer iteration: the loss's quadratic model around w
///                    u ≈ argmin model + Σ p_j by coordinate descent from w
///                    w ← w + s (u − w) with the first s of 1, ½, ¼, … that lowers the objective
///   coordinate:      g, a = the model's derivatives along column j at u;   c = u_j − g/a
///                    u_j ← argmin_b ½ a (b − c)² + p_j(b)
///
/// The first pass of an outer iteration visits all columns, later passes those with u_j ≠ 0, until a pass
/// changes little next to the first.
///
/// A problem is solved when a first pass changes little and promises to lower F by at most 1e-9 F(0): where
/// columns differ much in size, the one does not imply the other. Rounding may keep a problem from that. It
/// is left if no step lowers the objective, or if the violation, near rounding, no longer falls. The run has
/// stalled if there is no next problem, or if this was the problem's first outer iteration; it has diverged
/// if F(w) is then above F(0).
///
/// If a penalty has infinite slope at 0, perhaps no s lowers the objective. Then the outer iteration is
/// repeated with four times the curvature in the model, again and again. At last the model lies above the
/// loss, and u lowers the objective because it lowers model + Σ p_j.
///
/// The plain iteration, without damping, always takes the whole step w ← u, against a model without a floor
/// under its weights. It may raise the objective. The run diverges if u is not finite, or if all weights of a
/// column's rows underflow and its working responses are infinite. The last finite w stays.
///
/// Model has the members of LogisticModel. Penalty has
///   static constexpr bool is_sequence
///       true if it poses one problem after another (these are then the outer iterations that are counted)
///   double minimiser(Index j, double c, double a, double current, bool cautious)
///       the argmin above; when cautious, none that is worse than `current`
///   double change(Index j, double from, double to) const      p_j(to) − p_j(from), without cancellation
///   bool next(std::span<const double> w)
///       called when the problem has been solved from other weights than w: poses the next problem, or
///       returns false if there is none
template <class Model, class Penalty>
class ReweightedLeastSquares : public SteppingSolver {
 public:
  ReweightedLeastSquares(const Problem& problem, Penalty penalty, const LeastSquaresSettings& settings)
      : problem_(problem),
        columns_(problem.columns()),
        penalty_(std::move(penalty)),
        settings_(settings),
        model_(problem, settings.is_damped),
        filled_(nonempty_lines(columns_)),
        pass_(filled_),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        objective_at_0_(mean_loss_at_0(problem)) {
    progress_.outer_iterations = 0;
    if (settings_.starts_at_ones) start_at_ones();
    u_ = w_;
  }

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      visit(pass_[position_]);
      if (progress_.status != Status::diverged && ++position_ == pass_.size()) end_pass();
    });
  }

  /// The weights after the last complete outer iteration.
  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

 private:
  static constexpr double smallest_step_size = 1e-3;
  static constexpr double damping_factor = 4;
  /// Violations up to this share of scale_ may be rounding errors.
  static constexpr double rounding_level = 1e-12;
  static constexpr int maximum_passes_without_gain = 20;
  static constexpr double little_gain = 1e-9;

  /// F(0), without a walk over the data.
  static double mean_loss_at_0(const Problem& problem) {
    return with_loss(problem.loss(), problem.epsilon(), [&](auto loss) {
      double sum = 0;
      for (const double z : problem.arguments_at_zero()) sum += loss.value(z);
      return sum / problem.m();
    });
  }

  void start_at_ones() {
    for (const Index line : filled_) {
      w_[static_cast<std::size_t>(line)] = 1;
      model_.move(columns_[line], 1);
    }
    model_.accept(1);
    model_.refresh(1);
  }

  void visit(Index line) {
    const auto j = static_cast<std::size_t>(line);
    const auto column = columns_[line];
    const auto [g, a] = model_.along(column);
    if (a > 0) {
      const double centre = u_[j] - g / a;
      const double u_j = penalty_.minimiser(line, centre, a, u_[j], damping_ > 1);
      if (!std::isfinite(centre) || !std::isfinite(u_j)) progress_.status = Status::diverged;
      const double change = u_j - u_[j];
      if (change != 0) {
        u_[j] = u_j;
        model_.move(column, change);
        violation_ = std::max(violation_, a * std::abs(change));
        gain_ += a * change * change;
      } else if (centre == u_[j]) {  // the step is lost in rounding
        gain_ += std::abs(g * centre);
      }
    } else if (g != 0 && !settings_.is_damped) {
      progress_.status = Status::diverged;
    }
    if (!has_made_a_pass_) scale_ = std::max(scale_, std::abs(g));
    progress_.entries_touched += column.size();
    ++progress_.updates;
  }

  void end_pass() {
    if (passes_ == 0) {
      first_violation_ = violation_;
      gains_little_ = gain_ <= little_gain * objective_at_0_;
    }
    has_made_a_pass_ = true;
    ++passes_;
    const bool changed_little = violation_ <= settings_.inner_accuracy * first_violation_;
    if (changed_little || passes_ >= settings_.maximum_inner_passes || !begin_next_pass()) end_iteration();
  }

  bool begin_next_pass() {
    pass_.clear();
    for (const Index j : filled_) {
      if (u_[static_cast<std::size_t>(j)] != 0 || !settings_.is_damped) pass_.push_back(j);
    }
    position_ = 0;
    violation_ = 0;
    return !pass_.empty();
  }

  void end_iteration() {
    const double s = settings_.is_damped ? step_size() : 1;
    if (s > 0) {
      accept(s);
      damping_ = std::max(1.0, damping_ / damping_factor);
    }
    if (iterations_ == 0) violation_at_first_ = first_violation_;
    const bool rests_at_rounding = count_passes_without_gain() >= maximum_passes_without_gain &&
                                   (gains_little_ || first_violation_ == 0);
    if (first_violation_ <= settings_.tolerance * scale_ && gains_little_) {
      if (iterations_ == 0 || !begin_next_problem()) progress_.status = Status::converged;
    } else if (rests_at_rounding || (s == 0 && damping_ >= Model::sufficient_damping)) {
      damping_ = 1;
      if (iterations_ == 0 || !begin_next_problem()) end_at_rounding();
    } else if (s > 0) {
      ++iterations_;
      if (!Penalty::is_sequence) ++*progress_.outer_iterations;
      if (first_violation_ <= settings_.problem_accuracy * violation_at_first_) begin_next_problem();
    } else {
      damping_ *= damping_factor;
    }
    begin_iteration();
  }

  void end_at_rounding() {
    progress_.status = problem_.objective(w_) > objective_at_0_ ? Status::diverged : Status::stalled;
  }

  /// Counts successive first passes near rounding without a lower violation, also across problems: at
  /// rounding a run with unlimited problems would never end.
  int count_passes_without_gain() {
    if (first_violation_ > rounding_level * scale_) lowest_violation_ = infinity;
    if (first_violation_ < lowest_violation_) {
      lowest_violation_ = first_violation_;
      passes_without_gain_ = 0;
    } else {
      ++passes_without_gain_;
    }
    return passes_without_gain_;
  }

  /// Returns true if the penalty has a next problem. The run ends when it has solved as many as it may.
  bool begin_next_problem() {
    if (!penalty_.next(w_)) return false;
    iterations_ = 0;
    if (++*progress_.outer_iterations >= settings_.maximum_problems) progress_.status = Status::limit;
    return true;
  }

  void begin_iteration() {
    u_ = w_;
    model_.refresh(damping_);
    pass_ = filled_;
    position_ = 0;
    passes_ = 0;
    violation_ = 0;
    gain_ = 0;
  }

  /// The largest of 1, ½, ¼, … that lowers the objective; 0 if there is none above smallest_step_size.
  double step_size() const {
    if (first_violation_ == 0) return 0;
    for (double s = 1; s >= smallest_step_size; s /= 2) {
      double change = model_.loss_change(s);
      for (const Index line : filled_) {
        const auto j = static_cast<std::size_t>(line);
        if (u_[j] != w_[j]) change += penalty_.change(line, w_[j], between(s, j));
      }
      if (change < 0) return s;
    }
    return 0;
  }

  void accept(double s) {
    for (const Index line : filled_) {
      const auto j = static_cast<std::size_t>(line);
      w_[j] = between(s, j);
    }
    model_.accept(s);
  }

  double between(double s, std::size_t j) const { return s == 1 ? u_[j] : w_[j] + s * (u_[j] - w_[j]); }

  const Problem& problem_;
  const SparseMatrix& columns_;
  Penalty penalty_;
  LeastSquaresSettings settings_;
  Model model_;
  std::vector<Index> filled_;     ///< columns with entries; other weights stay 0
  std::vector<Index> pass_;       ///< columns of the current pass
  std::size_t position_ = 0;      ///< in pass_
  double passes_ = 0;             ///< complete passes of this outer iteration
  std::uint64_t iterations_ = 0;  ///< outer iterations of this problem that took a step
  std::vector<double> w_;
  std::vector<double> u_;
  double objective_at_0_;
  double damping_ = 1;
  double violation_ = 0;                ///< max_j a_j |Δu_j| of this pass
  double first_violation_ = 0;          ///< violation of the outer iteration's first pass
  double violation_at_first_ = 0;       ///< violation of the problem's first pass
  double gain_ = 0;                     ///< Σ_j a_j Δu_j²; of a first pass about twice what F falls by
  bool gains_little_ = false;           ///< that of the outer iteration's first pass, next to F(0)
  double lowest_violation_ = infinity;  ///< lowest of the latest first passes near rounding
  int passes_without_gain_ = 0;         ///< first passes since then
  double scale_ = 0;                    ///< largest |g| of the run's first pass
  bool has_made_a_pass_ = false;
};

}  // namespace descent
