#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/measure/measured_run.hpp"
#include "experiments/measure/snapshot_file.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"
#include "support/records/result_schema.hpp"

namespace descent {

struct JudgedIterates {
  std::vector<ResultRow> rows;        ///< one per checkpoint; if a gap was asked for, of the last alone
  std::vector<double> final_weights;  ///< the last iterate
  double lower_bound = -infinity;     ///< largest known one, in the solvers' form of the objective
  std::optional<double> last_from_above = {};  ///< F(final_weights), not below it, if a gap was asked for
};

/// Columns that all rows of the run with this id share; the others are empty.
ResultRow row_of(const RunSpec& spec, const std::string& id);

/// Judges the stored iterates, a few per walk over the rows. Throws RunError if an objective contradicts the
/// spec's optimum.
JudgedIterates judge_iterates(const RunSpec& spec, const Problem& problem, const Measurement& measurement,
                              const SnapshotFile& snapshots, double setup_seconds);

}  // namespace descent
