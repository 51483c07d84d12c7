#pragma once

#include <optional>
#include <utility>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/results/decision_file.hpp"

namespace descent {

/// The part of a decision line inside a rectangle: its two ends as (x1, x2). Nothing when the line passes the
/// rectangle by, or when both weights are 0.
using Segment = std::pair<std::pair<double, double>, std::pair<double, double>>;
std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2);

}  // namespace descent
