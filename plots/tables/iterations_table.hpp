#pragma once

#include <filesystem>

#include "plots/results/drawn_files.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// Writes DIR/tables/iterations.csv and .md; nothing when no method has outer iterations. The table in .md
/// has the first run of each method. Throws ResultFileError.
DrawnFiles write_iterations(const std::filesystem::path& folder, const ResultsFolder& results);

}  // namespace descent
