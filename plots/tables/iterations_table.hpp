#pragma once

#include <filesystem>
#include <vector>

#include "plots/results/drawing.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// Writes DIR/tables/iterations.csv and .md; returns their paths, or nothing if no method has outer
/// iterations. The .md has the first run of each method. Throws ResultFileError.
std::vector<std::filesystem::path> write_iterations(const DrawnFolder& folder, const GroupedResults& results);

}  // namespace descent
