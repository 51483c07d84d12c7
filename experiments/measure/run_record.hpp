#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/measure/measured_run.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/results/result_schema.hpp"
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

struct RunRecord {
  std::vector<ResultRow> rows;        ///< one a checkpoint
  std::vector<double> final_weights;  ///< the iterate of the last one
  RunCosts costs;
};

/// The columns that all rows of the run of this id share; the others are empty.
ResultRow row_of(const RunSpec& spec, const std::string& id);

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
