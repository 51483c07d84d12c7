#pragma once

#include <filesystem>

#include "plots/results/drawn_files.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// Writes DIR/tables/lambda_path.csv, .md and .tex and the script of the figure NAME-lambda-path; nothing
/// when there is no path. Throws ResultFileError.
DrawnFiles write_lambda_path(const std::filesystem::path& folder, const ResultsFolder& results);

}  // namespace descent
