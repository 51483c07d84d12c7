#pragma once

#include <filesystem>

#include "plots/results/drawing.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

inline constexpr const char* points_suffix = "-points";  ///< of its files' name

/// Writes FOLDER/figures/NAME-points.gp and its data files from FOLDER/decision.json: a panel a problem, with
/// the points of both classes, test points hollow, and the decision line of every method. Nothing without
/// that file, or without a line in it. Throws ResultFileError when a line is of a dataset or a method that
/// the manifest does not have.
DrawnFiles write_points_figure(const DrawnFolder& folder, const Manifest& manifest);

}  // namespace descent
