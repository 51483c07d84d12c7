#pragma once

#include <optional>

#include "plots/results/run_groups.hpp"

namespace descent {

/// Share in [0, 1] of the linear time axis, up to the end of the longest run, on which the median objective
/// of `claimed` is below the rival's. Time is CPU seconds with setup, during which a run is at F(0). A run
/// that ended keeps its last objective; a failed run counts as ∞. Empty if no run took time, and for methods
/// that restart, whose checkpoints are separate runs.
std::optional<double> linear_share_below(const RunGroup& claimed, const RunGroup& rival);

}  // namespace descent
