// Accelerated randomised coordinate descent on the dual (APCG): Lin, Lu and Xiao (2015), "An Accelerated
// Randomized Proximal Coordinate Gradient Method and its Application to Regularized Empirical Risk
// Minimization". The method for strongly convex functions, in the dual form without vector operations, which
// keeps two vectors instead of iterates.
//
//   min_a  (C/2)‖Σ c_i a_i row_i‖² + Σ c_i (ℓ*(−a_i) − target_i a_i),   C = 1/(λ m):  −m D(a)
//
//   a = ρᵏ u + v,  w = ρᵏ p + q,  p = C Σ c_i u_i row_i,  q = C Σ c_i v_i row_i;      u = v = 0 at first
//   draw a row i;   k ← k + 1;   z = row_i·(ρᵏ p + q) − target_i;   b = v_i − ρᵏ u_i
//   h = argmin_h ℓ*(−b − h) + z h + (q_i/2)(h + b − c)²,   c = v_i − ρᵏ u_i (1 + s)/(1 − s)
//   u_i ← u_i − (1 − s)/(2ρᵏ) h,   v_i ← v_i + (1 + s)/2 h,   p and q with them
//
//   s = √μ,  μ = 1/(1 + κ²),  κ² = max_i C c_i ‖row_i‖² sup ℓ'',  ρ = (1 − s/N)/(1 + s/N),
//   q_i = C c_i ‖row_i‖² s/(1 + s)
//
// N rows are drawn. D converges by the factor 1 − s/N per step, where coordinate descent has 1 − μ/N (Theorem
// 2.1 there). A step touches its row alone, in O(nnz(row)).
//
// ℓ* is 1/sup ℓ'' strongly convex. The theorem wants this curvature in the smooth part of the dual: μ
// relative to the curvature of each coordinate. Deviation: only as much is put there as the longest row
// allows, μ/(1 − μ) C c_i ‖row_i‖² for row i. Steps along shorter rows become longer at the same rate. c and
// q_i are the paper's step with its quadratic terms taken together. κ² is at least 1. A row without entries
// has its minimiser from the start.
//
// Stopping rule, and when ρᵏ becomes 1: accelerated_dual_steps.hpp. A stage starts with u = 0.
//
// An update is a step along a row.

#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/accelerated_dual_steps.hpp"

namespace descent {

namespace {

template <class Loss>
struct ApcgVariable {
  double u;
  double v;
  double curvature;  ///< C c_i ‖row_i‖²
  [[no_unique_address]] typename DualProximalStep<Loss>::Memory memory;
};

struct ApcgWeight {
  double p = 0;
  double q = 0;
};

template <class Loss, class Regularizer>
class AcceleratedDualCd : public AcceleratedDualSteps<AcceleratedDualCd<Loss, Regularizer>, Loss,
                                                      ApcgVariable<Loss>, ApcgWeight> {
  using Variable = ApcgVariable<Loss>;
  using Steps = AcceleratedDualSteps<AcceleratedDualCd, Loss, Variable, ApcgWeight>;
  friend Steps;

 public:
  AcceleratedDualCd(const Problem& problem, const OptionValues& options, Random random)
      : Steps(problem, options, random), C_(problem, std::identity()) {
    for (Index i = 0; i < problem.m(); ++i) {
      const double curvature = C_[i] * squared_norm(rows_[i]);
      variables_.push_back({0, this->start_of(i, curvature), curvature, step_.start()});
    }
    for (const Index i : drawn_)
      largest_curvature_ = std::max(largest_curvature_, variables_[static_cast<std::size_t>(i)].curvature);
    begin_stage();
  }

  void weights(std::span<double> w) const override {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = scale_ * weights_[j].p + weights_[j].q;
  }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = scale_ * variables_[i].u + variables_[i].v;
    return a_;
  }

 private:
  using Steps::a_, Steps::drawn_, Steps::gap_, Steps::problem_, Steps::progress_, Steps::rows_, Steps::scale_,
      Steps::step_, Steps::variables_, Steps::weights_;

  /// Starts a stage at the current a.
  void begin_stage() {
    const double N = static_cast<double>(drawn_.size());
    const double squared_condition = std::max(1.0, largest_curvature_ * this->sharpest());
    s_ = std::sqrt(1 / (1 + squared_condition));
    rate_ = (1 - s_ / N) / (1 + s_ / N);
    if constexpr (!Loss::smooth) {
      step_.smooth(gap_.mu());
      gap_.begin_stage(progress_, 2 * N * (1 + std::sqrt(squared_condition)));
      for (Variable& variable : variables_) {
        variable.v += scale_ * variable.u;
        variable.u = 0;
        variable.memory.centre = variable.v;
      }
      for (ApcgWeight& weight : weights_) {
        weight.q += scale_ * weight.p;
        weight.p = 0;
      }
      scale_ = 1;
    }
  }

  void step(Index i) {
    const auto row = rows_[i];
    Variable& variable = variables_[static_cast<std::size_t>(i)];
    scale_ *= rate_;
    const double z = -problem_.target(i) + line_sum(row, [this](Index index) {
      const ApcgWeight& weight = weights_[static_cast<std::size_t>(index)];
      return scale_ * weight.p + weight.q;
    });
    const double u = scale_ * variable.u;
    const double a =
        step_(z, variable.v - u * (1 + s_) / (1 - s_), variable.curvature * s_ / (1 + s_), variable.memory);
    const double h = a - (variable.v - u);
    progress_.entries_touched += row.size();
    ++progress_.updates;
    if (h == 0) return;
    const double along_u = -(1 - s_) / (2 * scale_) * h;
    const double along_v = (1 + s_) / 2 * h;
    variable.u += along_u;
    variable.v += along_v;
    for_each_entry(row, [&](Index index, double value) {
      const double along = C_[i] * value;
      ApcgWeight& weight = weights_[static_cast<std::size_t>(index)];
      weight.p += along_u * along;
      weight.q += along_v * along;
    });
  }

  /// Sets ρᵏ to 1 and recomputes p and q in two walks. Only one is counted here.
  void refresh() {
    for (Variable& variable : variables_) variable.u *= scale_;
    scale_ = 1;
    std::vector<double> sums(weights_.size());
    sum_rows(
        rows_, [&](Index i) { return C_[i] * variables_[static_cast<std::size_t>(i)].u; }, sums);
    for (std::size_t j = 0; j < sums.size(); ++j) weights_[j].p = sums[j];
    sum_rows(
        rows_, [&](Index i) { return C_[i] * variables_[static_cast<std::size_t>(i)].v; }, sums);
    for (std::size_t j = 0; j < sums.size(); ++j) weights_[j].q = sums[j];
    progress_.entries_touched += rows_.entries().size();
  }

  PerRow<double> C_;  ///< C c_i
  double largest_curvature_ = 0;
  double s_ = 0;
  double rate_ = 0;  ///< ρ
};

const MethodRegistration accelerated_dual_cd_registration(
    {.name = "accelerated_dual_cd",
     .title = "APCG",
     .source = "Lin, Lu and Xiao 2015, for strongly convex functions",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {gap_tolerance_option()},
     .solves = {solver<AcceleratedDualCd<Hinge, L2>>(), solver<AcceleratedDualCd<SquaredHinge, L2>>(),
                solver<AcceleratedDualCd<Logistic, L2>>(),
                solver<AcceleratedDualCd<SquaredEpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
