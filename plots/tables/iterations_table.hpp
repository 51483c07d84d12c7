#pragma once

#include <filesystem>
#include <vector>

#include "plots/results/drawing.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// Writes DIR/tables/iterations.csv and .md and returns their paths; none when no method has outer
/// iterations. The table in .md has the first run of each method. Throws ResultFileError.
std::vector<std::filesystem::path> write_iterations(const DrawnFolder& folder, const GroupedResults& results);

}  // namespace descent
