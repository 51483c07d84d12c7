// Dual coordinate descent for logistic regression: Yu, Huang, Lin (2011), "Dual Coordinate Descent Methods
// for Logistic Regression and Maximum Entropy Models", Algorithm 5, and LIBLINEAR's -s 7.
//
//   min_α  ½ αᵀ Q α + Σ α_i log α_i + Σ (C − α_i) log(C − α_i),   0 < α_i < C,   C = 1/(λ m)
//   Q_ij = y_i y_j x_i·x_j,   w = Σ_i α_i y_i x_i
//
//   for each row i, in a fresh permutation each pass:
//     minimise over α_i alone: Newton steps until |g'| < ε_inner (logistic_dual_variable.hpp)
//     w ← w + Δα_i y_i x_i
//
// g' is the derivative along α_i, in the unit of the margin. ε_inner falls from pass to pass, to
// min(10⁻⁸, tolerance) at the least (InnerAccuracy).
//
// Deviations:
// - Start: the paper's is α_i = min(10⁻³ C, 10⁻⁸), since α must lie inside (0, C). Its w takes a pass to
//   compute. Here α = 0 and w = 0 at first, as in all methods, and the first visit to row i begins at the
//   paper's α_i.
// - Stored logarithms: log(α_i/(C − α_i)) is kept. A visit computes one logarithm per Newton step, and none
//   if |g'| < ε_inner already.
// - No step without need: such a variable stays unchanged. LIBLINEAR goes back to 0.1 Z, Z being Newton's
//   variable, before it tests |g'|.
// - Steps in the logarithm: where the entropy α_i log α_i + … bends more than the quadratic term, the first
//   three steps are Halley's in log(Z/(C − Z)), Z being Newton's variable (LogisticDualStep).
// - Rounding: Newton's method also ends when |g'| is below the rounding of its terms. For large C ‖x_i‖² this
//   rounding can exceed ε_inner.
// - Bounds: after the first visit α_i and C − α_i are at least 10⁻²⁹⁰ C. There |g'| is no violation.
// - A row without entries has α_i = C/2 from the start and is not visited.
// - Stopping rule: once |g'| < tolerance on all rows, the duality gap decides (dual_passes.hpp).

#include <algorithm>

#include "datasets/matrix/lane_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/dual_passes.hpp"
#include "solvers/coordinate/logistic_dual_variable.hpp"

namespace descent {

namespace {

/// Largest |g'| of a pass. No variable is left out.
class LargestViolation {
 public:
  void note(double violation) { largest_ = std::max(largest_, violation); }
  bool is_small(double tolerance) const { return largest_ < tolerance; }
  void tighten() {}
  void relax() {}
  void reset() { largest_ = 0; }

 private:
  double largest_ = 0;
};

template <class Loss, class Regularizer>
class DualCdLogistic
    : public DualPasses<DualCdLogistic<Loss, Regularizer>, Loss, LogisticDualVariable, LargestViolation> {
  using Passes = DualPasses<DualCdLogistic, Loss, LogisticDualVariable, LargestViolation>;

 public:
  DualCdLogistic(const Problem& problem, const OptionValues& options, Random random)
      : Passes(problem, variables(problem), visited_rows(problem),
               PassSettings(options.number("tolerance")).ordered(options, problem.rows()), random),
        step_(steps(problem)),
        accuracy_(std::min(1e-8, options.number("tolerance"))) {}

  static constexpr bool notes_gap = true;
  static double alpha(const LogisticDualVariable& variable) { return variable.alpha; }
  double share(Index i, const LogisticDualVariable& variable) const { return step_[i].share(variable); }

  void visit(Index i, Line row, LogisticDualVariable& variable) {
    const auto outcome = step_[i].minimise(variable, dot_in_lanes(row, this->w_.data()), accuracy_.value());
    if (outcome.change != 0) add_in_lanes(row, outcome.change, this->w_.data());
    accuracy_.count(outcome.iterations);
    this->passes_.keep(outcome.violation);
    this->note_gap(step_[i].gap(outcome.violation, variable));
  }

  void pass_has_ended(bool rule_holds) {
    if (rule_holds) accuracy_.lower_least(0.1 * this->passes_.tolerance());
    accuracy_.end_pass(this->passes_.all().size());
  }

 private:
  static PerRow<LogisticDualStep> steps(const Problem& problem) {
    return {problem, [](double C) { return LogisticDualStep(C); }};
  }

  static std::vector<LogisticDualVariable> variables(const Problem& problem) {
    return variables_of_rows(
        problem, [step = steps(problem)](Index i, double squares) { return step[i].start(squares); });
  }

  static std::vector<Index> visited_rows(const Problem& problem) {
    std::vector<Index> rows = counted_rows(problem);
    std::erase_if(rows, [&](Index i) { return problem.rows()[i].empty(); });
    return rows;
  }

  PerRow<LogisticDualStep> step_;
  InnerAccuracy accuracy_;
};

const MethodRegistration dual_cd_logistic_registration(
    {.name = "dual_cd_logistic",
     .title = "Dual CD (logistic)",
     .source = "Yu, Huang, Lin 2011, Algorithm 5",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {tolerance_option("converged when the largest |derivative| met in a pass is below it and the "
                                  "relative duality gap at most 10^4 times it",
                                  "Yu, Huang, Lin 2011"),
                 row_order_option()},
     .solves = {solver<DualCdLogistic<Logistic, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
