#include "plots/figures/edge_marks.hpp"

#include <algorithm>
#include <cmath>

#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double mark_width = 0.03;  // of the panel's width
constexpr double corner_air = 0.02;  // between a mark and the panel's corner, where labels of the axes meet

struct Spot {
  double x = 0;
  double y = 0;
};

bool is_within(double value, const AxisRange& range) {
  return value >= range.low && value <= range.high;
}

std::vector<Spot> spots_of(const PanelCurve& curve, Quantity quantity, Axis axis) {
  std::vector<Spot> spots;
  for (const CurvePoint& point : curve.points) {
    if (const auto y = quantity_of(point, quantity)) spots.push_back({axis_position(point, axis), *y});
  }
  return spots;
}

/// How far up the panel, from 0 to 1; what lies beyond is at its edge.
double height_of(double value, const AxisRange& y) {
  const double within = std::clamp(value, y.low, y.high);
  return y.is_logarithmic ? std::log(within / y.low) / std::log(y.high / y.low)
                          : (within - y.low) / (y.high - y.low);
}

bool misses(const Spot& from, const Spot& to, const AxisRange& y) {
  return (from.y > y.high && to.y > y.high) || (from.y < y.low && to.y < y.low);
}

/// Whether the lines between the curve's points are at least as wide or as high in the panel as a mark.
bool has_visible_line(const std::vector<Spot>& spots, const AxisRange& x, const AxisRange& y, double width) {
  double left = infinity, right = 0, low = 1, high = 0;
  for (std::size_t i = 1; i < spots.size(); ++i) {
    const Spot &from = spots[i - 1], &to = spots[i];
    if (!is_within(from.x, x) || !is_within(to.x, x) || misses(from, to, y)) continue;
    left = std::min(left, from.x);
    right = to.x;
    const auto [below, above] = std::minmax({height_of(from.y, y), height_of(to.y, y)});
    low = std::min(low, below);
    high = std::max(high, above);
  }
  return right >= width * left || high - low >= mark_width;
}

bool has_visible_point(const std::vector<Spot>& spots, const AxisRange& x, const AxisRange& y) {
  return std::ranges::any_of(spots,
                             [&](const Spot& spot) { return is_within(spot.x, x) && is_within(spot.y, y); });
}

}  // namespace

std::vector<EdgeMark> edge_marks(const FigureRow& row, const Panel& panel, Axis axis) {
  const AxisRange y = row.range(panel);
  const double margin = std::pow(panel.x.high / panel.x.low, corner_air);
  const double width = std::pow(panel.x.high / panel.x.low, mark_width);
  std::vector<EdgeMark> marks;
  for (const PanelCurve& curve : panel.curves) {
    const auto spots = spots_of(curve, row.line, axis);
    if (spots.empty() || has_visible_line(spots, panel.x, y, width)) continue;
    // Methods that restart are drawn with all of their points, others with some.
    if ((curve.sampled_by_tolerance || spots.size() == 1) && has_visible_point(spots, panel.x, y)) continue;
    EdgeMark mark{curve.method, std::clamp(spots.front().x, panel.x.low * margin, panel.x.high / margin),
                  std::clamp(spots.front().y, y.low, y.high)};
    const double inwards = mark.x * mark.x > panel.x.low * panel.x.high ? 1 / width : width;
    const auto is_taken = [&](const EdgeMark& other) {
      return other.y == mark.y && std::abs(std::log(other.x / mark.x)) < 0.9 * std::log(width);
    };
    while (std::ranges::any_of(marks, is_taken)) mark.x *= inwards;
    marks.push_back(mark);
  }
  return marks;
}

}  // namespace descent
