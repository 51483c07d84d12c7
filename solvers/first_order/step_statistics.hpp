#pragma once

#include <algorithm>

namespace descent {

/// How far a step of an interior point method may go and what it does to the complementarity products, over
/// pairs (x, r) of a primal variable and its multiplier: for the steps α and β,
/// Σ (x + α Δx)(r + β Δr) = none + α primal + β dual + α β both.
struct StepStatistics {
  double primal_ratio = 0;  ///< largest −Δx/x
  double dual_ratio = 0;    ///< largest −Δr/r
  double none = 0;
  double primal = 0;
  double dual = 0;
  double both = 0;

  void add_pair(double x, double dx, double r, double dr) {
    primal_ratio = std::max(primal_ratio, -dx / x);
    dual_ratio = std::max(dual_ratio, -dr / r);
    none += x * r;
    primal += dx * r;
    dual += x * dr;
    both += dx * dr;
  }

  /// The largest steps ≤ 1 that go at most this share of the way to the boundary.
  double primal_step(double share) const { return std::min(1.0, share / primal_ratio); }
  double dual_step(double share) const { return std::min(1.0, share / dual_ratio); }

  double complementarity(double alpha, double beta) const {
    return none + alpha * primal + beta * dual + alpha * beta * both;
  }
};

}  // namespace descent
