#pragma once

#include <filesystem>
#include <vector>

#include "plots/results/drawing.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Writes DIR/tables/conditions.csv, a row for each condition of a problem or of a method on it; returns its
/// path, or nothing without conditions. Other tables have these columns too. Throws ResultFileError.
std::vector<std::filesystem::path> write_conditions(const DrawnFolder& folder, const Manifest& manifest);

}  // namespace descent
