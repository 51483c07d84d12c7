#pragma once

#include <string>
#include <vector>

#include "experiments/measure/measured_run.hpp"
#include "experiments/measure/snapshot_file.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/results/result_schema.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// What a run's iterates are worth.
struct JudgedIterates {
  std::vector<ResultRow> rows;        ///< one a checkpoint
  std::vector<double> final_weights;  ///< the iterate of the last one
};

/// The columns that all rows of the run of this id share; the others are empty.
ResultRow row_of(const RunSpec& spec, const std::string& id);

/// Judges the iterates that were set aside at the checkpoints, a few in each walk over the rows. Throws
/// RunError when an objective contradicts the spec's optimum.
JudgedIterates judge_iterates(const RunSpec& spec, const Problem& problem, const Measurement& measurement,
                              const SnapshotFile& snapshots, double setup_seconds);

}  // namespace descent
