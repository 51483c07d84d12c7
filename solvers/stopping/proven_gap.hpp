#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/stopping/gap_without_regularizer.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Relative gap that the dual weights must prove, besides the method's criterion, before a run has converged:
/// 1e-6 at the usual tolerance of 1e-10. Norms of gradients or residuals may be tiny far above the optimum,
/// with columns of different scales or next to no regularisation.
constexpr double gap_for_tolerance(double tolerance) {
  return 1e4 * tolerance;
}

/// Status of a run whose stopping rule holds: a loose tolerance proves next to nothing.
constexpr double gap_of_converged = 0.01;
constexpr Status end_by_rule(double relative_gap) {
  return relative_gap <= gap_of_converged ? Status::converged : Status::stopped;
}

/// Largest gap of `stalled`, for methods that rounding ends and that do not know how near they are.
constexpr double gap_at_rest = 1e-9;

/// Status of a run that no longer improves: stalled if its gap proves that only rounding is left to gain,
/// else at a limit of the method.
constexpr Status end_at_rest(double relative_gap) {
  return relative_gap <= gap_at_rest ? Status::stalled : Status::limit;
}

/// Counts the updates since the last new minimum of a value that falls while the run gains.
class Stagnation {
 public:
  /// Over after this many updates. `margin` is the relative fall that rounding could be.
  explicit Stagnation(std::uint64_t patience, double margin = 0) : patience_(patience), margin_(margin) {}

  /// Takes the value after `now` updates. Returns true if it is a new minimum.
  bool note(double value, std::uint64_t now) {
    if (!(value < least_ * (1 - margin_))) return false;
    least_ = value;
    since_ = now;
    return true;
  }

  bool is_over(std::uint64_t now) const { return now - since_ >= patience_; }
  void wait_again(std::uint64_t now) { since_ = now; }
  void forget() { least_ = infinity; }

 private:
  std::uint64_t patience_;
  double margin_;
  double least_ = infinity;
  std::uint64_t since_ = 0;
};

/// Relative gap (F(w) − D(a))/|F(w)| of a solver that seems to be at its end. It takes three walks over the
/// rows, each a step for a solver that works in walks, and can be asked for again after a tenth more updates.
/// Without a regulariser no D is known: gap_without_regularizer.hpp gives the value, in more walks.
class ProvenGap {
 public:
  explicit ProvenGap(const Problem& problem) : problem_(problem) {
    if (problem.regularizer() == RegularizerKind::none) unpenalized_.emplace(problem);
  }

  /// Asks for the gap after this many updates. Returns true if walks are due.
  bool ask(std::uint64_t updates) {
    if (updates < next_) return false;
    next_ = updates + updates / 10 + 1;
    walk_ = 1;
    return true;
  }

  /// Asks for the gap, however recent the last request.
  void insist() { walk_ = 1; }

  bool walks_are_due() const { return walk_ > 0; }

  /// Makes the next walk, over rows alone. Returns true if it was the last and value() is known. Not inlined,
  /// so that the loops of methods stay small.
  [[gnu::noinline]] bool walk(const Solver& solver) {
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
  int walk_ = 0;  ///< due next: 0 none, 1 for the objective, 2 for the dual weights, 3 for their bound
  std::vector<double> w_;
  std::vector<double> a_;
  double objective_ = 0;
  double value_ = infinity;
  std::optional<GapWithoutRegularizer> unpenalized_;
};

}  // namespace descent
