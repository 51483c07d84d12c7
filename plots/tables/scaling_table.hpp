#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/scaling.hpp"

namespace descent {

/// Writes DIR/tables/scaling.csv and .md and returns their paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_scaling_table(const std::filesystem::path& folder,
                                                       const Manifest& manifest,
                                                       std::span<const ScalingRow> rows);

}  // namespace descent
