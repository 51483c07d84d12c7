#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/scaling.hpp"

namespace descent {

/// Writes FOLDER/figures/NAME-scaling.gp and its data files and returns the script's path: wall time and
/// rounds to the first of the scaling_targets over the number of processes, with the line of perfect scaling
/// from one process. Nothing where no run arrives there. Throws ResultFileError.
std::vector<std::filesystem::path> write_scaling_figure(const std::filesystem::path& folder,
                                                        const Manifest& manifest,
                                                        std::span<const ScalingRow> rows);

}  // namespace descent
