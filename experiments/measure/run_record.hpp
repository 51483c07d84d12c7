#pragma once

#include <filesystem>
#include <optional>

#include "experiments/measure/judged_iterates.hpp"
#include "experiments/measure/measured_run.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Costs of a run besides the time charged to its method.
struct RunCosts {
  double billed_seconds = 0;
  double wall_seconds = 0;        ///< of the charged work
  double clock_seconds = 0;       ///< reading clocks
  double copy_seconds = 0;        ///< copying iterates
  double evaluation_seconds = 0;  ///< judging them
  double total_seconds = 0;       ///< wall time in total, setup included
};

struct RunRecord : JudgedIterates {
  RunCosts costs;
};

/// Carries out the spec's run of `problem` on this thread, then judges the iterates of all checkpoints. The
/// problem's columns, if the method walks them, are part of its setup. Iterates are stored in `folder`.
/// Throws RunError if an objective contradicts the spec's optimum.
RunRecord carry_out(const RunSpec& spec, const Problem& problem, const std::filesystem::path& folder);

/// The problem of runs that follow each other. Each child process has a copy, and builds columns of its own:
/// the memory that they get can change the time of building them threefold, so each run measures it.
class CurrentProblem {
 public:
  /// Builds the run's problem, unless the run before had the same.
  void prepare(const RunSpec& spec);

  const Problem& problem() const { return *problem_; }

  /// Carries out the run, whose problem is prepared.
  RunRecord carry_out(const RunSpec& spec, const std::filesystem::path& folder) const;

 private:
  std::optional<ProblemSpec> spec_;
  std::optional<Problem> problem_;
};

/// Repeats a former run by its work at the checkpoints, and judges the iterates again. The last row's status
/// is the method's own, or `budget` if it was stopped.
RunRecord carry_out_again(const RunSpec& spec, const Problem& problem, const FormerRun& former,
                          const std::filesystem::path& folder);

}  // namespace descent
