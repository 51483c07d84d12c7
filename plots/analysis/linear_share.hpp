#pragma once

#include <optional>

#include "plots/results/run_groups.hpp"

namespace descent {

/// The part of the linear time axis, from 0 to the end of the longest run, on which the median objective of
/// `claimed` lies below that of `rival`: in [0, 1]. Time is CPU seconds with setup, during which a run is at
/// F(0). A run that has ended keeps its last objective; one that failed counts as ∞. Empty where no run took
/// time, and for methods that restart, whose checkpoints are no course of one run.
std::optional<double> linear_share_below(const RunGroup& claimed, const RunGroup& rival);

}  // namespace descent
