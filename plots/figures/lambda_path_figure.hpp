#pragma once

#include <filesystem>
#include <span>

#include "plots/analysis/lambda_path.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

inline constexpr const char* lambda_path_suffix = "-lambda-path";  ///< of the files' names

/// Writes FOLDER/figures/NAME-lambda-path.gp and its data files; returns the script's path. Each path has a
/// panel with logarithmic axes, each method a line through the medians. Where the median run misses the
/// target, the line is interrupted, and a shaded strip above the longest run has the method's mark. Marks of
/// several methods are stacked. Throws ResultFileError.
std::filesystem::path write_lambda_path_figure(const DrawnFolder& folder, const Manifest& manifest,
                                               std::span<const LambdaPath> paths);

}  // namespace descent
