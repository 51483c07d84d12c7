#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/coordinate/dual_proximal_step.hpp"
#include "solvers/coordinate/per_row.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/stopping/fresh_sums.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

/// Base of the accelerated dual methods APCG and SPDC. They step along single random rows, by proximal steps
/// of one dual weight. Their weights are `scale_` times one vector plus another. Rows without entries or
/// weight are not drawn. `scale_` becomes 1 when sums are recomputed: every 128 passes, or when it is tiny.
///
/// Converged when the gap that a and w prove is at most `tolerance`, after 16, 32, 64, … passes. Hinge is
/// solved in stages (ProximalPointStages), and sup ℓ'' is 1/μ.
///
/// Self has void step(Index i), void refresh() and void begin_stage(). Variable is the state of a row, Weight
/// of a column.
template <class Self, class Loss, class Variable, class Weight>
class AcceleratedDualSteps : public SteppingSolver {
 public:
  Progress advance(std::uint64_t entries) final {
    return work(entries, [this] {
      if (schedule_.is_due(progress_) || scale_ < smallest_scale) {
        self().refresh();
        schedule_.refreshed(progress_);
      } else if (gap_.walks_are_due(progress_)) {
        progress_.status = gap_.walk(*this);
        progress_.entries_touched += rows_.entries().size();
        if constexpr (!Loss::smooth) {
          if (gap_.stage_is_over()) self().begin_stage();
        }
      } else {
        self().step(order_.next(variables_.data()));
      }
    });
  }

 protected:
  AcceleratedDualSteps(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        step_(problem),
        drawn_(rows_with_length(problem)),
        order_(rows_, drawn_, LineOrder::Kind::uniform, random),
        weights_(static_cast<std::size_t>(problem.n())),
        a_(static_cast<std::size_t>(problem.m())),
        schedule_(rows_),
        gap_(problem, options) {
    variables_.reserve(a_.size());
  }

  /// a_i at the start: the minimiser of a row of no curvature, else 0.
  double start_of(Index i, double curvature) const {
    if (curvature > 0 || !(problem_.row_weight(i) > 0)) return 0;
    const auto loss = problem_.template loss_as<Loss>();
    return loss.clip_dual(-loss.derivative(-problem_.target(i)));
  }

  /// sup ℓ''.
  double sharpest() const {
    if constexpr (Loss::smooth)
      return Loss::curvature;
    else
      return 1 / gap_.mu();
  }

  using Step = DualProximalStep<Loss>;
  static constexpr double smallest_scale = 1e-60;
  const Problem& problem_;
  const SparseMatrix& rows_;
  Step step_;
  std::vector<Index> drawn_;
  LineOrder order_;
  std::vector<Variable> variables_;
  std::vector<Weight> weights_;
  double scale_ = 1;
  mutable std::vector<double> a_;
  RefreshSchedule schedule_;
  std::conditional_t<Loss::smooth, GapAtDoublings, ProximalPointStages> gap_;

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace descent
