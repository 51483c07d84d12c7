#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/l_half/logistic_model.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Logistic loss plus a separable penalty, by iteratively reweighted least squares with coordinate descent
/// inside (docs/methods.md §9); what the l_half methods share.
///
///   min_w  Σ_j p_j(w_j) + (1/m) Σ_i ℓ(z_i)
///
///   outer iteration: the loss's quadratic model around w
///                    u ≈ argmin model + Σ p_j by coordinate descent from w
///                    w ← w + s (u − w) with the first s of 1, ½, ¼, … that lowers the objective
///   coordinate:      g, a = the model's derivatives along column j at u;   c = u_j − g/a
///                    u_j ← argmin_b ½ a (b − c)² + p_j(b)
///
/// The first pass of an outer iteration visits all columns, later ones those with u_j ≠ 0, until a pass
/// changes little next to the first one.
///
/// Where a penalty has infinite slope at 0, perhaps no s lowers the objective. Then the outer iteration is
/// done again, with four times the curvature in the model, and again: at last the model lies above the loss,
/// and u lowers the objective because it lowers model + Σ p_j.
///
/// Penalty has
///   double minimiser(Index j, double c, double a, double current, bool cautious)
///       the argmin above; when cautious, none that is worse than `current`
///   double change(Index j, double from, double to) const      p_j(to) − p_j(from), without cancellation
///   bool next(std::span<const double> w)
///       the problem has been solved from other weights than w: puts the next problem in its place, or
///       returns false if there is none
template <class Penalty>
class PenalizedLogistic : public Solver {
 public:
  struct Settings {
    /// A problem is solved when a full pass moves no weight by more, as a_j |Δu_j|, relative to |∇loss(0)|_∞.
    double tolerance;
    /// A problem that has a next one is left when that falls to this share of what it was at first.
    double accuracy;
    /// Passes of one outer iteration, at most.
    double most_inner_passes;
  };

  PenalizedLogistic(const Problem& problem, Penalty penalty, const Settings& settings)
      : columns_(problem.columns()),
        penalty_(std::move(penalty)),
        settings_(settings),
        model_(problem.m()),
        filled_(nonempty_lines(columns_)),
        pass_(filled_),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        u_(w_) {}

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      visit(pass_[position_]);
      if (++position_ == pass_.size()) end_pass();
    }
    return progress_;
  }

  /// Those after the last complete outer iteration.
  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

 private:
  static constexpr double small_share = 0.05;  ///< of the first pass's change: the pass is the last one
  static constexpr double smallest_step_size = 1e-3;
  static constexpr double damping_factor = 4;

  void visit(Index line) {
    const auto j = static_cast<std::size_t>(line);
    const auto column = columns_[line];
    const auto [g, a] = model_.along(column);
    if (a > 0) {
      const double u_j = penalty_.minimiser(line, u_[j] - g / a, a, u_[j], damping_ > 1);
      const double change = u_j - u_[j];
      if (change != 0) {
        u_[j] = u_j;
        model_.move(column, change);
        violation_ = std::max(violation_, a * std::abs(change));
      }
    }
    if (!has_made_a_pass_) scale_ = std::max(scale_, std::abs(g));
    progress_.entries_touched += column.size();
    ++progress_.updates;
  }

  void end_pass() {
    if (passes_ == 0) first_violation_ = violation_;
    has_made_a_pass_ = true;
    ++passes_;
    const bool changed_little = violation_ <= small_share * first_violation_;
    if (changed_little || passes_ >= settings_.most_inner_passes || !begin_active_pass()) end_iteration();
  }

  bool begin_active_pass() {
    pass_.clear();
    for (const Index j : filled_) {
      if (u_[static_cast<std::size_t>(j)] != 0) pass_.push_back(j);
    }
    position_ = 0;
    violation_ = 0;
    return !pass_.empty();
  }

  void end_iteration() {
    const double s = step_size();
    if (s > 0) {
      accept(s);
      damping_ = std::max(1.0, damping_ / damping_factor);
    }
    if (iterations_ == 0) violation_at_first_ = first_violation_;
    if (first_violation_ <= settings_.tolerance * scale_) {
      if (iterations_ == 0 || !begin_next_problem()) progress_.status = Status::converged;
    } else if (s > 0) {
      ++iterations_;
      if (first_violation_ <= settings_.accuracy * violation_at_first_) begin_next_problem();
    } else if (damping_ < LogisticModel::sufficient_damping) {
      damping_ *= damping_factor;
    } else {
      progress_.status = Status::stalled;  // what is left to gain is less than rounding
    }
    begin_iteration();
  }

  bool begin_next_problem() {
    if (!penalty_.next(w_)) return false;
    iterations_ = 0;
    return true;
  }

  void begin_iteration() {
    u_ = w_;
    model_.refresh(damping_);
    pass_ = filled_;
    position_ = 0;
    passes_ = 0;
    violation_ = 0;
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

  const SparseMatrix& columns_;
  Penalty penalty_;
  Settings settings_;
  LogisticModel model_;
  std::vector<Index> filled_;     ///< the columns with entries; the weights of others stay 0
  std::vector<Index> pass_;       ///< the columns that the current pass visits
  std::size_t position_ = 0;      ///< in pass_
  double passes_ = 0;             ///< of this outer iteration, complete
  std::uint64_t iterations_ = 0;  ///< outer iterations of this problem that lowered its objective
  std::vector<double> w_;
  std::vector<double> u_;
  double damping_ = 1;
  double violation_ = 0;           ///< max_j a_j |Δu_j| of this pass
  double first_violation_ = 0;     ///< that of the outer iteration's first pass
  double violation_at_first_ = 0;  ///< that of the problem's first pass
  double scale_ = 0;               ///< the largest |g| of the first pass of all
  bool has_made_a_pass_ = false;
  Progress progress_;
};

/// Options of both l_half methods.
inline Option logistic_tolerance_option() {
  return {.name = "tolerance",
          .description =
              "converged when a pass moves no weight by more, as a change of the loss's slope relative to "
              "the largest slope of the first pass",
          .default_value = 1e-9,
          .range = NumberRange{.lower = 0},
          .source = "ours"};
}

inline Option inner_passes_option() {
  return {.name = "inner_passes",
          .description = "passes of coordinate descent over one quadratic model of the loss, at most",
          .default_value = 20.0,
          .range = NumberRange{.lower = 1, .upper = 1e9, .integer = true},
          .source = "ours"};
}

}  // namespace descent
