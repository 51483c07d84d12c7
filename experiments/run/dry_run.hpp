#pragma once

#include <string>

#include "experiments/run/experiment.hpp"

namespace descent {

/// Estimated time of a run, in seconds of one core.
struct RunTime {
  double work_seconds = 0;        ///< charged to the method
  double evaluation_seconds = 0;  ///< judging its iterates afterwards

  double seconds() const { return work_seconds + evaluation_seconds; }
};

RunTime expected_time(const RunSpec& spec);

/// "12 s", "40 min", "3.5 h"
std::string time_text(double seconds);

/// Prints the runs to do, the completed runs, and CPU time, wall time and disk space for the rest. Writes
/// nothing. Throws like run_experiment() before any run starts.
void dry_run(const Config& config, const RunSettings& settings);

}  // namespace descent
