// Dual coordinate descent for support vector regression: Ho, Lin (2012), "Large-scale Linear Support Vector
// Regression", in two forms (U, μ, f_A and f_B: svr_dual.hpp).
//
// svr_dual_cd, in β = α⁺ − α⁻, one variable per row: Algorithm 4, and LIBLINEAR's -s 13 and -s 12.
//
//   min_β  f_B(β),   −U ≤ β_i ≤ U
//
//   G = u·x_i − y_i + μ β_i,   g_p = G + ε,   g_n = G − ε,   H = ‖x_i‖² + μ
//   d = −g_p/H if g_p < H β_i;   −g_n/H if g_n > H β_i;   else −β_i
//   β_i ← max(−U, min(U, β_i + d));   u ← u + Δβ_i x_i
//
// svr_dual_cd_2l, plain, on the 2m variables α⁺ and α⁻, as Hsieh et al. (2008): the comparison for
// svr_dual_cd, which visits a row once per pass, not twice. One of α_i⁺ and α_i⁻ is 0 only at the optimum.
//
//   min  f_A(α⁺, α⁻),   0 ≤ α_i⁺, α_i⁻ ≤ U
//
//   ∇f_A along α_i⁺:   G = u·x_i − y_i + ε + μ α_i⁺        u = Σ_i (α_i⁺ − α_i⁻) x_i
//              α_i⁻:   G = −u·x_i + y_i + ε + μ α_i⁻
//   α ← min(max(α − G/H, 0), U);   u ← u ± Δα x_i
//
// Shrinking (§3) leaves out a variable that would stay at its bound if its derivative changed by the last
// pass's largest violation. Stopping rule: the violations of a pass sum to at most `tolerance` times the
// first pass's. Deviations: see dual_passes.hpp; and a row with H = 0 has its minimiser, which depends on
// nothing else, from the start and is not visited.

#include "datasets/matrix/lane_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/dual_passes.hpp"
#include "solvers/coordinate/svr_dual.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

struct alignas(32) Halves {
  explicit Halves(const SvrDual::Variable& both)
      : target(both.target),
        inverse_H(both.inverse_H),
        plus(std::max(0.0, both.alpha)),
        minus(std::max(0.0, -both.alpha)) {}

  double target;
  double inverse_H;
  double plus;   ///< α_i⁺
  double minus;  ///< α_i⁻
};

PerRow<SvrDual> duals(const Problem& problem) {
  return {problem, [&](double C) { return SvrDual(problem, C); }};
}

std::vector<SvrDual::Variable> variables(const Problem& problem) {
  return variables_of_rows(problem, [&, dual = duals(problem)](Index i, double squares) {
    return dual[i].start(problem.target(i), squares);
  });
}

/// The rows with H > 0.
std::vector<Index> curved_rows(const Problem& problem) {
  std::vector<Index> curved = counted_rows(problem);
  std::erase_if(curved, [&, dual = duals(problem)](Index i) {
    return !(squared_norm(problem.rows()[i]) + dual[i].mu > 0);
  });
  return curved;
}

class ViolationSum {
 public:
  void note(double violation) {
    sum_ += violation;
    largest_ = std::max(largest_, violation);
  }
  /// Compared with the first pass; if that had none, only 0 is small.
  bool is_small(double tolerance) const { return sum_ <= tolerance * std::max(first_sum_, 0.0); }
  void tighten() { slack_ = largest_; }
  void relax() { slack_ = infinity; }
  void reset() {
    if (first_sum_ < 0) first_sum_ = sum_;
    sum_ = largest_ = 0;
  }

  /// Largest violation of the last pass: the slack that a variable needs to be left out. ∞ if none may be.
  double slack() const { return slack_; }

 private:
  double sum_ = 0;
  double largest_ = 0;
  double first_sum_ = -1;  ///< of the first pass, once it has ended
  double slack_ = infinity;
};

template <class Loss, class Regularizer>
class SvrDualCd : public DualPasses<SvrDualCd<Loss, Regularizer>, Loss, SvrDual::Variable, ViolationSum> {
  using Variable = SvrDual::Variable;
  using Passes = DualPasses<SvrDualCd, Loss, Variable, ViolationSum>;

 public:
  SvrDualCd(const Problem& problem, const OptionValues& options, Random random)
      : Passes(problem, variables(problem), curved_rows(problem), PassSettings(options), random),
        dual_(duals(problem)) {}

  static double alpha(const Variable& variable) { return variable.alpha; }

  void visit(Index i, Line row, Variable& variable) {
    const SvrDual& dual = dual_[i];
    const double G = dual.gradient(row, variable, this->w_.data());
    if (dual.settled(variable.alpha, G, this->passes_.rule().slack())) {
      this->passes_.leave_out();
      return;
    }
    this->passes_.keep(dual.violation(variable.alpha, G));
    dual.step(row, G, variable, this->w_.data());
  }

 private:
  PerRow<SvrDual> dual_;
};

/// Variable i is α_i⁺, variable −1 − i is α_i⁻.
template <class Loss, class Regularizer>
class SvrDualCd2l : public DualPasses<SvrDualCd2l<Loss, Regularizer>, Loss, Halves, ViolationSum> {
  using Passes = DualPasses<SvrDualCd2l, Loss, Halves, ViolationSum>;

 public:
  SvrDualCd2l(const Problem& problem, const OptionValues& options, Random random)
      : Passes(problem, halves(problem), curved_halves(problem), PassSettings(options), random),
        dual_(duals(problem)) {}

  static long double alpha(const Halves& both) { return static_cast<long double>(both.plus) - both.minus; }
  static Index row_of(Index half) { return half < 0 ? -1 - half : half; }

  void visit(Index half, Line row, Halves& both) {
    const SvrDual& dual = dual_[row_of(half)];
    const double sign = half < 0 ? -1.0 : 1.0;
    double& alpha = half < 0 ? both.minus : both.plus;
    const double G =
        sign * (dot_in_lanes(row, this->w_.data()) - both.target) + dual.epsilon + dual.mu * alpha;
    if (dual.half_settled(alpha, G, this->passes_.rule().slack())) {
      this->passes_.leave_out();
      return;
    }
    this->passes_.keep(dual.half_violation(alpha, G));
    const double minimiser = dual.half_minimiser(alpha, G, both.inverse_H);
    if (minimiser == alpha) return;
    add_in_lanes(row, sign * (minimiser - alpha), this->w_.data());
    alpha = minimiser;
  }

 private:
  static std::vector<Halves> halves(const Problem& problem) {
    const std::vector<SvrDual::Variable> both = variables(problem);
    return {both.begin(), both.end()};
  }

  static std::vector<Index> curved_halves(const Problem& problem) {
    std::vector<Index> halves;
    for (const Index i : curved_rows(problem)) halves.insert(halves.end(), {i, -1 - i});
    return halves;
  }

  PerRow<SvrDual> dual_;
};

const Method svr_methods{
    .randomized = true,
    .takes_weights = TakesWeights::of_rows,
    .options = {flag_option("shrinking", "leave out variables that seem settled at 0 or at a bound", true,
                            "Ho, Lin 2012, section 3"),
                tolerance_option("converged when the violations of a pass over all variables sum to at "
                                 "most this times those of the first and the relative duality gap is at "
                                 "most 10^4 times this",
                                 "Ho, Lin 2012, section 3"),
                max_shrunk_passes_option("variables")},
    .file = __FILE__};

const MethodRegistration one_variable_a_row(
    named(svr_methods, "svr_dual_cd", "Dual CD (SVR)", "Ho, Lin 2012, Algorithm 4",
          {solver<SvrDualCd<EpsilonInsensitive, L2>>(), solver<SvrDualCd<SquaredEpsilonInsensitive, L2>>()}));
const MethodRegistration two_variables_a_row(named(
    svr_methods, "svr_dual_cd_2l", "Dual CD (SVR, 2l variables)", "Ho, Lin 2012; Hsieh et al. 2008",
    {solver<SvrDualCd2l<EpsilonInsensitive, L2>>(), solver<SvrDualCd2l<SquaredEpsilonInsensitive, L2>>()}));

}  // namespace

}  // namespace descent
