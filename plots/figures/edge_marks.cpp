#include "plots/figures/edge_marks.hpp"

#include <algorithm>
#include <cmath>

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

/// A point of it, or a line from above the panel to below it.
bool is_visible(const std::vector<Spot>& spots, const AxisRange& x, const AxisRange& y) {
  for (std::size_t i = 0; i < spots.size(); ++i) {
    if (!is_within(spots[i].x, x)) continue;
    if (is_within(spots[i].y, y)) return true;
    if (i > 0 && is_within(spots[i - 1].x, x) && (spots[i - 1].y > y.high) != (spots[i].y > y.high))
      return true;
  }
  return false;
}

}  // namespace

std::vector<EdgeMark> edge_marks(const FigureRow& row, const Panel& panel, Axis axis) {
  const AxisRange y = row.range(panel);
  const double margin = std::pow(panel.x.high / panel.x.low, corner_air);
  const double width = std::pow(panel.x.high / panel.x.low, mark_width);
  std::vector<EdgeMark> marks;
  for (const PanelCurve& curve : panel.curves) {
    const auto spots = spots_of(curve, row.line, axis);
    if (spots.empty() || is_visible(spots, panel.x, y)) continue;
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
