#pragma once

#include <optional>
#include <utility>

#include "plots/gnuplot/axis_range.hpp"
#include "support/records/decision_file.hpp"

namespace descent {

/// Ends (x1, x2) of the part of a decision line inside a rectangle. Empty if the line misses the rectangle or
/// both weights are 0.
using Segment = std::pair<std::pair<double, double>, std::pair<double, double>>;
std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2);

}  // namespace descent
