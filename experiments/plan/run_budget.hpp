#pragma once

#include <cstdint>

#include "plots/results/axis.hpp"

namespace descent {

/// Amount of work that a run may do, and how many checkpoints it makes on the way.
struct RunBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;  ///< CPU seconds or passes
  std::int64_t checkpoints = 50;
};

}  // namespace descent
