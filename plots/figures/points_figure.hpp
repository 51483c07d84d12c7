#pragma once

#include <filesystem>

#include "plots/results/drawing.hpp"
#include "support/records/manifest.hpp"

namespace descent {

inline constexpr const char* points_suffix = "-points";  ///< of the files' names

/// Writes FOLDER/figures/NAME-points.gp and its data files from FOLDER/decision.json: per problem a panel
/// with the points of both classes, test points hollow, and every method's decision line. Writes nothing
/// without lines. Throws ResultFileError if a line's dataset or method is not in the manifest.
DrawnFiles write_points_figure(const DrawnFolder& folder, const Manifest& manifest);

}  // namespace descent
