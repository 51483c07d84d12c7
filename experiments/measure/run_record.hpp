#pragma once

#include <filesystem>

#include "experiments/measure/judged_iterates.hpp"
#include "experiments/measure/measured_run.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// What a run cost besides the time billed to its method.
struct RunCosts {
  double billed_seconds = 0;
  double wall_seconds = 0;        ///< of the billed work
  double clock_seconds = 0;       ///< reading clocks
  double copy_seconds = 0;        ///< copying iterates out
  double evaluation_seconds = 0;  ///< judging them afterwards
  double total_seconds = 0;       ///< wall time of everything, setup included
};

struct RunRecord : JudgedIterates {
  RunCosts costs;
};

/// Carries the run out on the calling thread and judges every checkpoint's iterate afterwards. `problem` must
/// be the spec's; `columns_seconds` is what building its columns has cost, billed as setup to methods that
/// walk them. Iterates are set aside in `folder`. Throws RunError when an objective contradicts the spec's
/// optimum.
RunRecord carry_out(const RunSpec& spec, const Problem& problem, double columns_seconds,
                    const std::filesystem::path& folder);

/// Carries a former run out once more, by the work that it had done at its checkpoints, and judges the
/// iterates again. The status of the last row is that of the method alone: `budget` when it was stopped.
RunRecord carry_out_again(const RunSpec& spec, const Problem& problem, const FormerRun& former,
                          const std::filesystem::path& folder);

}  // namespace descent
