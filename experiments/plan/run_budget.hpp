#pragma once

#include <cstdint>

#include "support/records/axis.hpp"

namespace descent {

/// Amount of work of a run, and its number of checkpoints.
struct RunBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;  ///< CPU seconds or passes
  std::int64_t checkpoints = 50;
};

}  // namespace descent
