// Stochastic primal-dual coordinate method (SPDC): Zhang and Xiao (2017), "Stochastic Primal-Dual Coordinate
// Method for Regularized Empirical Risk Minimization", Algorithm 1 with the parameters of Theorem 1.
//
//   min_w max_a  (λ/2)‖w‖² + (1/m) Σ_i c_i (−ℓ*(−a_i) − a_i z_i)
//
//   draw a row i;   a_i⁺ = argmin_a ℓ*(−a) + z̄ a + (q_i/2)(a − a_i)²,   z̄ = row_i·w̄ − target_i
//   w⁺ = (w + τ(λv + δ))/(1 + τλ),   v ← v + Cδ,   δ = c_i(a_i⁺ − a_i) row_i
//   w̄ = w⁺ + θ(w⁺ − w);              v = C Σ c_i a_i row_i,  C = 1/(λ m);     w = a = 0 at first
//
//   κ² = max_i C c_i ‖row_i‖² sup ℓ'',   τ = C/(2κ),   θ = 1 − 1/(m(1 + κ)),   q_i = 4τ c_i ‖row_i‖²
//
// w and a converge by the factor θ per step. v is the primal point of a. Except along the row, d = w − v
// shrinks by 1/(1 + τλ) in a step. Kept as a number times a vector, it lets a step touch its row alone, in
// O(nnz(row)): the lazy updates of §6 there, without their powers.
//
//   d ← d/(1 + τλ) − (C − τ/(1 + τλ)) δ;    w̄ = v + (1 − θτλ) d + θτ(1 − 1/m) δ
//
// m counts drawn rows, with λ such that C is unchanged.
// Deviations: q_i has the row's own length; the paper has one σ for all, of the longest (the proof needs 4τ
// c_i ‖row_i‖² ≤ q_i, and longer steps in a are better). κ is at least ½.
//
// Stopping rule, and when this number becomes 1: accelerated_dual_steps.hpp. For hinge the paper's §5 has one
// small μ.
//
// An update is a step along a row.

#include <algorithm>
#include <cmath>

#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/accelerated_dual_steps.hpp"

namespace descent {

namespace {

template <class Loss>
struct SpdcVariable {
  double a;
  double squares;  ///< c_i ‖row_i‖²
  [[no_unique_address]] typename DualProximalStep<Loss>::Memory memory;
};

struct SpdcWeight {
  double v = 0;
  double d = 0;            ///< divided by scale_
  double ahead = 0;        ///< the last term of w̄
  std::uint64_t step = 0;  ///< the only step after which w̄ has this term
};

template <class Loss, class Regularizer>
class Spdc : public AcceleratedDualSteps<Spdc<Loss, Regularizer>, Loss, SpdcVariable<Loss>, SpdcWeight> {
  using Variable = SpdcVariable<Loss>;
  using Steps = AcceleratedDualSteps<Spdc, Loss, Variable, SpdcWeight>;
  friend Steps;

 public:
  Spdc(const Problem& problem, const OptionValues& options, Random random)
      : Steps(problem, options, random), C_(problem.c()) {
    for (Index i = 0; i < problem.m(); ++i) {
      const double squares = problem.row_weight(i) * squared_norm(rows_[i]);
      variables_.push_back({this->start_of(i, squares), squares, step_.start()});
      largest_squares_ = std::max(largest_squares_, squares);
    }
    begin_stage();
  }

  void weights(std::span<double> w) const override {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = weights_[j].v + scale_ * weights_[j].d;
  }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = variables_[i].a;
    return a_;
  }

 private:
  using Steps::a_, Steps::drawn_, Steps::gap_, Steps::problem_, Steps::progress_, Steps::rows_, Steps::scale_,
      Steps::step_, Steps::variables_, Steps::weights_;

  /// Starts a stage at the current a and w; its first step still looks ahead along the last one.
  void begin_stage() {
    const double m = static_cast<double>(drawn_.size());
    const double kappa = std::max(0.5, std::sqrt(C_ * largest_squares_ * this->sharpest()));
    const double tau = C_ / (2 * kappa);
    const double shrinkage = 1 / (2 * kappa * m);  // τλ
    const double theta = 1 - 1 / (m * (1 + kappa));
    q_ = 4 * tau;
    past_ = 1 - theta * shrinkage;
    ahead_ = theta * tau * (1 - 1 / m);
    if constexpr (!Loss::smooth) {
      step_.smooth(gap_.mu());
      gap_.begin_stage(progress_, 2 * m * (1 + kappa));
      for (Variable& variable : variables_) variable.memory.centre = variable.a;
      for (SpdcWeight& weight : weights_) weight.d *= scale_;
      scale_ = 1;
    }
    rate_ = 1 / (1 + shrinkage);
    toward_ = C_ - tau * rate_;
  }

  void step(Index i) {
    const auto row = rows_[i];
    Variable& variable = variables_[static_cast<std::size_t>(i)];
    const double past = past_ * scale_;
    double z = -problem_.target(i);
    for_each_entry(row, [&](Index index, double value) {
      const SpdcWeight& weight = weights_[static_cast<std::size_t>(index)];
      double w = weight.v + past * weight.d;
      if (weight.step == progress_.updates) w += weight.ahead;
      z += value * w;
    });
    const double a = step_(z, variable.a, q_ * variable.squares, variable.memory);
    const double change = problem_.row_weight(i) * (a - variable.a);
    variable.a = a;
    scale_ *= rate_;
    progress_.entries_touched += row.size();
    ++progress_.updates;
    if (change == 0) return;
    for_each_entry(row, [&](Index index, double value) {
      SpdcWeight& weight = weights_[static_cast<std::size_t>(index)];
      const double along = change * value;
      weight.v += C_ * along;
      weight.d -= toward_ / scale_ * along;
      weight.ahead = ahead_ * along;
      weight.step = progress_.updates;
    });
  }

  /// Recomputes v and keeps w.
  void refresh() {
    std::vector<double> sums(weights_.size());
    const auto coefficient = [&](Index i) {
      return C_ * problem_.row_weight(i) * variables_[static_cast<std::size_t>(i)].a;
    };
    sum_rows(rows_, coefficient, sums);
    for (std::size_t j = 0; j < sums.size(); ++j) {
      weights_[j].d = weights_[j].v + scale_ * weights_[j].d - sums[j];
      weights_[j].v = sums[j];
    }
    scale_ = 1;
  }

  double C_;
  double largest_squares_ = 0;
  double q_ = 0;       ///< 4τ
  double rate_ = 0;    ///< 1/(1 + τλ)
  double toward_ = 0;  ///< C − τ/(1 + τλ)
  double past_ = 0;    ///< 1 − θτλ
  double ahead_ = 0;   ///< θτ(1 − 1/m)
};

const MethodRegistration spdc_registration(
    {.name = "spdc",
     .title = "SPDC",
     .source = "Zhang and Xiao 2017, Algorithm 1",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {gap_tolerance_option()},
     .solves = {solver<Spdc<Hinge, L2>>(), solver<Spdc<SquaredHinge, L2>>(), solver<Spdc<Logistic, L2>>(),
                solver<Spdc<SquaredEpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
