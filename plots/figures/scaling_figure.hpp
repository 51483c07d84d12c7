#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/weak_scaling.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

inline constexpr const char* scaling_suffix = "-scaling";  ///< of its files' name
inline constexpr const char* weak_scaling_suffix = "-weak-scaling";

/// Writes FOLDER/figures/NAME-scaling.gp and its data files and returns the script's path: wall time and
/// rounds to the first of the scaling_targets over the number of processes, with the line of perfect scaling
/// from one process. Nothing where no run arrives there, or no method was run with several numbers of
/// processes. Throws ResultFileError.
std::vector<std::filesystem::path> write_scaling_figure(const DrawnFolder& folder, const Manifest& manifest,
                                                        std::span<const ScalingRow> rows);

/// The same over problems that grow with the processes, NAME-weak-scaling.gp: perfect is a time that stays.
std::vector<std::filesystem::path> write_weak_scaling_figure(const DrawnFolder& folder,
                                                             const Manifest& manifest,
                                                             std::span<const WeakScaling> scalings);

}  // namespace descent
