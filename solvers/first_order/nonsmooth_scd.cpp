// Non-smooth stochastic coordinate descent: Tao, Zhu, Luo, Kong (2013), "A New COMID-Based Stochastic
// Coordinate Descent Method for Non-Smooth Losses", Algorithm 3.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i),   z_i = y_i x_i·w  (regression: z_i = x_i·w − y_i)
//
//   pick a coordinate j;   g_j = (1/m) Σ_{i ∈ column j} ℓ'(z_i) y_i x_ij
//   w_j ← argmin_b  g_j b + (b − w_j)²/(2η) + λ r(b)      and z_i += y_i x_ij Δw_j along column j
//   (regression: x_ij in place of y_i x_ij)
//
// Deviations from the paper:
// - B(w, v) = ½‖w − v‖²; the paper takes ‖w − v‖², with a step size twice as large.
// - R(w) = ½‖w‖² under L2, as in Pegasos and dual CD, its rivals; the paper has ‖w‖².
// - η depends on t = 1 + updates/n, which counts passes. With `clock` "coordinates" it falls with every
//   coordinate step τ, as in Theorem 3. The theorem's bounds do not hold as printed (docs/methods.md §3):
//   under L1 a factor n is missing. Under L2, with η = 1/(λ τ), a coordinate can move by only about ln(τ)/(λ
//   n) in τ steps, so the method almost stops.
// - Columns without entries are left out of the draw and of n: their weights stay 0.
// - ε-insensitive losses are allowed too. The paper has only hinge, but the method does not depend on the
//   loss.
// - `selection` is "uniform" by default, as in Algorithm 3. "cyclic" takes the columns 1, …, n in turn: the
//   loop of Algorithm 1 with the step of Algorithm 3. "permuted", a fresh permutation each pass, is new.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/problem/compensated_sum.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

namespace {

/// Mean of the iterates w¹ … w^t of a coordinate method in O(1) per step. A change δ of w_j in step s is in
/// t − s + 1 iterates, so Σ_τ w_j^τ = t w_j − Σ_s δ_s (s − 1).
class CoordinateMean {
 public:
  /// n coordinates, or 0 if no mean is wanted; then `record` does nothing.
  explicit CoordinateMean(Index n) : late_(static_cast<std::size_t>(n), 0.0) {}

  /// Records a change of w_j in the step after `steps_before` others.
  void record(Index j, double change, std::uint64_t steps_before) {
    if (!late_.empty()) late_[static_cast<std::size_t>(j)] += change * static_cast<double>(steps_before);
  }

  /// Mean after `steps` steps that end at `last`; `last` itself if no mean is kept.
  void weights(std::span<const double> last, std::uint64_t steps, std::span<double> out) const {
    std::copy(last.begin(), last.end(), out.begin());
    if (steps == 0) return;
    for (std::size_t j = 0; j < late_.size(); ++j) out[j] -= late_[j] / static_cast<double>(steps);
  }

 private:
  std::vector<double> late_;
};

template <class Loss, class Regularizer>
class NonsmoothScd : public SteppingSolver {
 public:
  NonsmoothScd(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        columns_(problem.columns()),
        m_(problem.m()),
        lambda_(problem.lambda()),
        penalized_(problem.penalized_columns()),
        step_size_(problem, options),
        order_(columns_, nonempty_lines(columns_), LineOrder::kind_named(options.word("selection")), random),
        clock_(options.word("clock") == "passes" ? order_.size() : 1),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        loss_(problem.loss_as<Loss>()),
        is_weighted_(!problem.row_weights().empty()),
        z_(problem.arguments_at_zero()),
        mean_(options.flag("average") ? problem.n() : 0),
        schedule_(columns_) {}

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      if (schedule_.is_due(progress_)) refresh();
      const Index j = order_.next();
      const double g = derivative_along(j);
      const double eta = step_size_(1 + static_cast<double>(progress_.updates) / clock_);
      double& w_j = w_[static_cast<std::size_t>(j)];
      const double kappa = j < penalized_ ? eta * lambda_ : 0.0;
      const double change = Regularizer::prox(w_j - eta * g, kappa) - w_j;
      if (change != 0) {
        w_j += change;
        columns_.add(j, change, z_.data());
        mean_.record(j, change, progress_.updates);
      }
      progress_.entries_touched += columns_[j].size();
      ++progress_.updates;
    });
  }

  void weights(std::span<double> w) const override { mean_.weights(w_, progress_.updates, w); }

 private:
  /// g_j of the pseudo-code.
  double derivative_along(Index j) const {
    const double sum = is_weighted_
                           ? weighted_sum(j)
                           : columns_.sum_of(j, z_.data(), [this](double z) { return loss_.derivative(z); });
    return sum / m_;
  }

  /// Out of line, since inlined it slows the sum without weights by 8 % where columns are short.
  [[gnu::noinline]] double weighted_sum(Index j) const {
    return columns_.sum(
        j, [this, z = z_.data()](Index i) { return problem_.row_weight(i) * loss_.derivative(z[i]); });
  }

  void refresh() {
    for (Index i = 0; i < problem_.m(); ++i) {
      z_[static_cast<std::size_t>(i)] =
          static_cast<double>(precise_dot(problem_.rows()[i], w_.data()) - problem_.target(i));
    }
    schedule_.refreshed(progress_);
  }

  const Problem& problem_;
  const Columns& columns_;
  double m_;
  double lambda_;
  Index penalized_;
  StepSize step_size_;
  LineOrder order_;
  double clock_;  ///< updates by which t grows by 1
  std::vector<double> w_;
  Loss loss_;
  bool is_weighted_;
  std::vector<double> z_;
  CoordinateMean mean_;
  RefreshSchedule schedule_;
};

const MethodRegistration nonsmooth_scd_registration(
    {.name = "nonsmooth_scd",
     .title = "Non-smooth SCD",
     .source = "Tao et al. 2013, Algorithm 3",
     .randomized = true,
     .walks_columns = true,
     .free_intercept = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {step_option("c of the step size"), schedule_option(), offset_option(),
                 word_option(
                     "selection",
                     "uniform: with replacement; cyclic: 1, …, n; permuted: a fresh permutation "
                     "each pass",
                     "uniform", {"uniform", "cyclic", "permuted"},
                     "Tao et al. 2013, Algorithm 3, step 1; cyclic: Algorithm 1; permuted: this program"),
                 word_option("clock", "what t of the step size counts", "passes", {"passes", "coordinates"},
                             "coordinates: Tao et al. 2013, appendix 3; passes: this program"),
                 average_option()},
     .solves = {solver<NonsmoothScd<Hinge, L1>>(), solver<NonsmoothScd<Hinge, L2>>(),
                solver<NonsmoothScd<EpsilonInsensitive, L1>>(),
                solver<NonsmoothScd<EpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
