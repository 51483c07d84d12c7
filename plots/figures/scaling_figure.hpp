#pragma once

#include <optional>
#include <span>

#include "plots/analysis/scaling.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

inline constexpr const char* scaling_suffix = "-scaling";  ///< of the files' names
inline constexpr const char* weak_scaling_suffix = "-weak-scaling";

/// NAME-scaling: wall time and rounds to the first of the scaling_targets over the number of processes, and
/// perfect scaling from one process. Empty if no run arrives or no method has several numbers of processes.
std::optional<Figure> scaling_figure(const Manifest& manifest, std::span<const ScalingRow> rows);

/// The same for problems that grow with the processes, NAME-weak-scaling. Perfect scaling is a constant time.
std::optional<Figure> weak_scaling_figure(const Manifest& manifest, std::span<const WeakScaling> scalings);

}  // namespace descent
