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
// ρᵏ becomes 1 when p and q are recomputed: every 128 passes, or when tiny.
//
// Converged when the gap that a and w prove is at most `tolerance`, after 16, 32, 64, … passes. Hinge is
// solved in stages (proximal_point_stages.hpp), each starting with u = 0, and sup ℓ'' is 1/μ.
//
// An update is a step along a row.

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/gap_rule.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/dual_proximal_step.hpp"
#include "solvers/coordinate/per_row.hpp"
#include "solvers/coordinate/proximal_point_stages.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class AcceleratedDualCd : public Solver {
  using Step = DualProximalStep<UnitLoss<Loss>>;

 public:
  AcceleratedDualCd(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        C_(problem, std::identity()),
        step_(problem),
        drawn_(rows_with_length(problem)),
        order_(rows_, drawn_, LineOrder::Kind::uniform, random),
        weights_(static_cast<std::size_t>(problem.n())),
        a_(static_cast<std::size_t>(problem.m())),
        schedule_(rows_),
        gap_(problem, options) {
    const auto loss = problem.loss_as<UnitLoss<Loss>>();
    variables_.reserve(a_.size());
    for (Index i = 0; i < problem.m(); ++i) {
      const double curvature = C_[i] * squared_norm(rows_[i]);
      const bool is_settled = !(curvature > 0) && problem.row_weight(i) > 0;
      const double settled = is_settled ? loss.clip_dual(-loss.derivative(-problem.target(i))) : 0.0;
      variables_.push_back({0, settled, curvature, step_.start()});
    }
    for (const Index i : drawn_)
      largest_curvature_ = std::max(largest_curvature_, variables_[static_cast<std::size_t>(i)].curvature);
    begin_stage();
  }

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      if (schedule_.is_due(progress_) || scale_ < smallest_scale) {
        refresh();
      } else if (gap_.walks_are_due(progress_)) {
        progress_.status = gap_.walk(*this);
        progress_.entries_touched += rows_.entries().size();
        if constexpr (!Loss::smooth) {
          if (gap_.stage_is_over()) begin_stage();
        }
      } else {
        step(order_.next(variables_.data()));
      }
    }
    return progress_;
  }

  void weights(std::span<double> w) const override {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = scale_ * weights_[j].p + weights_[j].q;
  }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = scale_ * variables_[i].u + variables_[i].v;
    return a_;
  }

 private:
  /// State of a row.
  struct Variable {
    double u;
    double v;
    double curvature;  ///< C c_i ‖row_i‖²
    [[no_unique_address]] typename Step::Memory memory;
  };

  /// State of a column.
  struct Weight {
    double p = 0;
    double q = 0;
  };

  /// Starts a stage at the current a.
  void begin_stage() {
    double sharpest = 0;  // sup ℓ''
    if constexpr (Loss::smooth)
      sharpest = UnitLoss<Loss>::curvature;
    else
      sharpest = 1 / gap_.mu();
    const double N = static_cast<double>(drawn_.size());
    const double squared_condition = std::max(1.0, largest_curvature_ * sharpest);
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
      for (Weight& weight : weights_) {
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
      const Weight& weight = weights_[static_cast<std::size_t>(index)];
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
      Weight& weight = weights_[static_cast<std::size_t>(index)];
      weight.p += along_u * along;
      weight.q += along_v * along;
    });
  }

  /// Sets ρᵏ to 1 and recomputes p and q, in two walks.
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
    schedule_.refreshed(progress_);
  }

  static constexpr double smallest_scale = 1e-60;
  const Problem& problem_;
  const SparseMatrix& rows_;
  PerRow<Loss, double> C_;  ///< C c_i
  Step step_;
  std::vector<Index> drawn_;
  double largest_curvature_ = 0;
  double s_ = 0;
  double rate_ = 0;  ///< ρ
  LineOrder order_;
  std::vector<Variable> variables_;
  std::vector<Weight> weights_;
  double scale_ = 1;  ///< ρᵏ
  mutable std::vector<double> a_;
  RefreshSchedule schedule_;
  std::conditional_t<Loss::smooth, GapAtDoublings, ProximalPointStages> gap_;
  Progress progress_;
};

const MethodRegistration accelerated_dual_cd_registration =
    MethodRegistration::with_row_weights<AcceleratedDualCd>(
        {.name = "accelerated_dual_cd",
         .title = "APCG",
         .source = "Lin, Lu and Xiao 2015, for strongly convex functions",
         .randomized = true,
         .options = {gap_tolerance_option()},
         .file = __FILE__},
        On<Hinge, L2>{}, On<SquaredHinge, L2>{}, On<Logistic, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
