#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/weak_scaling.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

inline constexpr const char* scaling_suffix = "-scaling";  ///< of the files' names
inline constexpr const char* weak_scaling_suffix = "-weak-scaling";

/// Writes FOLDER/figures/NAME-scaling.gp and its data files; returns the script's path. It shows wall time
/// and rounds to the first of the scaling_targets over the number of processes, and perfect scaling from one
/// process. Writes nothing if no run arrives or no method has several numbers of processes. Throws
/// ResultFileError.
std::vector<std::filesystem::path> write_scaling_figure(const DrawnFolder& folder, const Manifest& manifest,
                                                        std::span<const ScalingRow> rows);

/// The same for problems that grow with the processes, NAME-weak-scaling.gp. Perfect scaling is a constant
/// time.
std::vector<std::filesystem::path> write_weak_scaling_figure(const DrawnFolder& folder,
                                                             const Manifest& manifest,
                                                             std::span<const WeakScaling> scalings);

}  // namespace descent
