#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "support/records/decision_file.hpp"
#include "support/records/manifest.hpp"

namespace descent {

inline constexpr const char* points_suffix = "-points";  ///< of the files' names

/// NAME-points, from FOLDER/decision.json: per problem a panel with the points of both classes, test points
/// hollow, and every method's decision line. Empty without lines. Throws ResultFileError if the file is
/// damaged or a line's dataset is not in the manifest.
std::optional<Figure> points_figure(const Manifest& manifest, const std::filesystem::path& folder);

/// Ends (x1, x2) of the part of a decision line inside a rectangle. Empty if the line misses the rectangle or
/// both weights are 0.
using Segment = std::pair<std::pair<double, double>, std::pair<double, double>>;
std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2);

}  // namespace descent
