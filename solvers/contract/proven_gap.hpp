#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/gap_without_regularizer.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// The part of `converged` that is in units of F, beside the criterion that a method's tolerance is for: a
/// norm of gradients or residuals alone may be tiny far above the optimum, on columns of different scales or
/// with next to no regularisation. This is what the dual weights must prove F(w) to be within, relatively:
/// 1e-6 at the usual tolerance of 1e-10.
constexpr double gap_for_tolerance(double tolerance) {
  return 1e4 * tolerance;
}

/// How a run ends whose stopping rule holds, by its relative gap: a tolerance may be so loose that the rule
/// proves next to nothing.
constexpr double gap_of_converged = 0.01;
constexpr Status end_by_rule(double relative_gap) {
  return relative_gap <= gap_of_converged ? Status::converged : Status::stopped;
}

/// And for `stalled`, where rounding ends a method that cannot tell by itself how near it is.
constexpr double gap_at_rest = 1e-9;

/// How a run ends that does not improve any more, by its relative gap: stalled if that proves that what is
/// left to gain is rounding, else at a limit of the method's own.
constexpr Status end_at_rest(double relative_gap) {
  return relative_gap <= gap_at_rest ? Status::stalled : Status::limit;
}

/// The relative gap (F(w) − D(a))/|F(w)| of a solver's weights and dual weights, asked for when it seems to
/// be at its end: three walks over the rows, each a step of its own for a solver that works in such walks. To
/// be asked for again only after a tenth more updates. Without a regulariser, where no such D is known, it is
/// what gap_without_regularizer.hpp says, in as many walks as that takes.
class ProvenGap {
 public:
  explicit ProvenGap(const Problem& problem) : problem_(problem) {
    if (problem.regularizer() == RegularizerKind::none) unpenalized_.emplace(problem);
  }

  /// Asks for the gap, after so many updates in all. Returns whether walks are due.
  bool ask(std::uint64_t updates) {
    if (updates < next_) return false;
    next_ = updates + updates / 10 + 1;
    walk_ = 1;
    return true;
  }

  /// The same, however recently it was asked for.
  void insist() { walk_ = 1; }

  bool walks_are_due() const { return walk_ > 0; }

  /// The next walk, over rows alone. Returns whether it was the last one: then value() is known.
  bool walk(const Solver& solver) {
    if (walk_ == 1) {
      w_.resize(static_cast<std::size_t>(problem_.n()));
      solver.weights(w_);
      objective_ = problem_.objective(w_);
      if (unpenalized_) unpenalized_->begin(w_, objective_);
    } else if (unpenalized_) {
      if (!unpenalized_->walk()) return false;
      value_ = unpenalized_->value();
      walk_ = 3;
    } else if (walk_ == 2) {
      const auto a = solver.dual();
      a_.assign(a->begin(), a->end());
    } else {
      const double bound = problem_.lower_bound(a_);
      value_ = objective_ <= bound ? 0.0 : (objective_ - bound) / std::abs(objective_);
    }
    walk_ = (walk_ + 1) % 4;
    return walk_ == 0;
  }

  double value() const { return value_; }

 private:
  const Problem& problem_;
  std::uint64_t next_ = 0;
  int walk_ = 0;  ///< the one that is due; 0: none
  std::vector<double> w_;
  std::vector<double> a_;
  double objective_ = 0;
  double value_ = infinity;
  std::optional<GapWithoutRegularizer> unpenalized_;
};

}  // namespace descent
