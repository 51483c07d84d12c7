#pragma once

#include <cstdint>
#include <optional>

#include "support/records/axis.hpp"

namespace descent {

/// Amount of work of a run, and its number of checkpoints.
struct RunBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;  ///< CPU seconds or passes
  std::int64_t checkpoints = 50;
  std::optional<double> stop_at = {};  ///< (F(w) − D*)/D* that ends the run when it has lasted
};

}  // namespace descent
