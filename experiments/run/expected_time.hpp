#pragma once

#include <string>

#include "experiments/plan/plan.hpp"

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

}  // namespace descent
