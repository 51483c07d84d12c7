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

/// The result of a method on a problem within a budget of work.
struct Attempt {
  std::string method;  ///< with options that differ from the default: "tron preconditioner=diagonal"
  Progress progress;
  Vector w;
  double objective = infinity;
  double bound = -infinity;      ///< the last bound
  double highest_bound = bound;  ///< of all bounds
  std::string fault;             ///< kind of fault: "converged", "unproven", "stalled", "bound", "not finite"
  std::string detail;            ///< its numbers
};

/// All methods on one problem, compared with the best point and the best bound of all methods and the
/// reference solvers:
///   bound       no bound exceeds the best objective by more than rounding
///   converged   F(w) is at most 1e-6 above the best, relatively; the method's dual weights, if any, prove it
///   stalled     no method is lower by more than 1e-9, relatively: F is convex, so another method could also
///               improve this point. Under l_half, which is not convex: descent along coordinates does not
///               improve it
///   not finite  F(w) is infinite or NaN although the status is not `diverged`
struct Judgement {
  std::vector<Attempt> attempts;
  std::optional<CertifiedOptimum> optimum;
  std::string no_optimum;  ///< the reason why there is none
  double best = infinity;
  std::string best_method;
};

/// Runs all methods, or `only` this method and the reference solvers. Options are the defaults, or differ in
/// one word or flag that depends on `seed`. With `threads`, so many share the work of methods that can.
Judgement judge_methods(const HardProblem& hard, std::uint64_t seed, const std::string& only = "",
                        int threads = 0);

/// "converged"; "budget" if a run used up its work.
std::string outcome(Status status);

}  // namespace descent::test
