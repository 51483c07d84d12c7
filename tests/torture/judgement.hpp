#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/optima/certified_optimum.hpp"
#include "solvers/contract/solver.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/solvers/solver_runs.hpp"
#include "tests/torture/hard_problems.hpp"

namespace descent::test {

/// What a method made of a problem within a budget of work.
struct Attempt {
  std::string method;  ///< with the options that are not the default: "tron preconditioner=diagonal"
  Progress progress;
  Vector w;
  double objective = infinity;
  double bound = -infinity;      ///< its last one
  double highest_bound = bound;  ///< of all that it gave
  std::string fault;   ///< kind of the fault: "converged", "unproven", "stalled", "bound", "not finite"
  std::string detail;  ///< the numbers to it
};

/// All methods on one problem, each held against the best point and the best bound of all of them and of the
/// reference solvers:
///   bound       none lies above the best objective by more than rounding
///   converged   F(w) is at most 1e-6 above the best, relatively; the method's own dual weights, if it has
///               any, prove as much
///   stalled     no method has come lower by more than 1e-9, relatively: F is convex, so that another one
///               could improve on this point as well. Under l_half, which is not: descent along coordinates
///               from there does not
///   not finite  F(w) is infinite or not a number although the status is not `diverged`
struct Judgement {
  std::vector<Attempt> attempts;
  std::optional<CertifiedOptimum> optimum;
  std::string no_optimum;  ///< why there is none
  double best = infinity;
  std::string best_method;
};

/// Only this method (and the reference solvers) where one is named. Options are the default ones, or differ
/// in one word or flag, as `seed` has it.
Judgement judge_methods(const HardProblem& hard, std::uint64_t seed, const std::string& only = "");

/// "converged"; "budget" for a run whose work was used up.
std::string outcome(Status status);

}  // namespace descent::test
