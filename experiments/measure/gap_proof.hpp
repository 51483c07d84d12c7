#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/objective_bound.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/problem/weight_batch.hpp"
#include "support/numbers/rounded_up.hpp"

namespace descent {

/// Bounds of F(w*) that an iterate and its dual weights prove, in the solvers' form.
struct GapProof {
  Evaluation evaluation;  ///< of the iterate
  double upper_bound;     ///< F(w), not below the exact value
  double lower_bound;
  bool is_enough;  ///< the gap is at most the wanted one
  double relative_gap() const { return descent::relative_gap(upper_bound, lower_bound); }
  /// With the rounded F(w): upper_bound is ∞ where its rounding has no simple bound.
  double rounded_gap() const { return descent::relative_gap(evaluation.objective, lower_bound); }
};

/// Proves the gap of a run's iterates. Keeps the best lower bound of all its proofs.
class GapProver {
 public:
  /// Keeps a reference to the problem.
  GapProver(const Problem& problem, double gap, double known_bound)
      : problem_(problem), simple_(problem), gap_(gap), best_bound_(known_bound) {}

  /// Computes F from above, which takes longer, only if the rounded F seems to suffice and its simple bound
  /// does not.
  GapProof prove(const Solver& solver, std::span<const double> w) {
    if (const auto dual = solver.dual()) best_bound_ = std::max(best_bound_, problem_.lower_bound(*dual));
    const std::vector<std::vector<double>> iterates{{w.begin(), w.end()}};
    GapProof proof{problem_.evaluate(WeightBatch(iterates)).front(), 0, best_bound_, false};
    proof.upper_bound = simple_.above(proof.evaluation.objective, w);
    if (proof.rounded_gap() <= gap_ && !(proof.relative_gap() <= gap_))
      proof.upper_bound = problem_.evaluate_from_above(w).objective;
    proof.is_enough = proof.relative_gap() <= gap_;
    return proof;
  }

 private:
  const Problem& problem_;
  ObjectiveBound simple_;
  double gap_;
  double best_bound_;
};

}  // namespace descent
