#pragma once

#include <filesystem>
#include <span>

#include "plots/analysis/lambda_path.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

inline constexpr const char* lambda_path_suffix = "-lambda-path";  ///< of its files' name

/// Writes FOLDER/figures/NAME-lambda-path.gp and its data files and returns the script's path: a panel a
/// path, both axes logarithmic, a line a method through the medians. Where the median run does not reach the
/// target the line is interrupted, and a mark of the method stands in a shaded strip above the longest run;
/// the marks of several methods stand above each other there, so that none is hidden. Throws ResultFileError.
std::filesystem::path write_lambda_path_figure(const DrawnFolder& folder, const Manifest& manifest,
                                               std::span<const LambdaPath> paths);

}  // namespace descent
