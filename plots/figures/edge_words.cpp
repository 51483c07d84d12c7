// Words for curves without a visible part in their panel (panel.hpp).

#include "plots/figures/panel.hpp"

#include <algorithm>

#include "support/numbers/extremes.hpp"

namespace descent {
namespace {

constexpr double smallest_part = 0.03;  // of the panel's width or height that is visible

struct Spot {
  double x = 0;
  double y = 0;
};

bool is_within(double value, const AxisRange& range) {
  return value >= range.low && value <= range.high;
}

std::vector<Spot> spots_of(const PanelCurve& curve, const Quantity& quantity, Axis axis) {
  std::vector<Spot> spots;
  for (const CurvePoint& point : curve.points)
    if (const auto y = line_value(point, quantity)) spots.push_back({axis_position(point, axis), *y});
  return spots;
}

bool misses(const Spot& from, const Spot& to, const AxisRange& y) {
  return (from.y > y.high && to.y > y.high) || (from.y < y.low && to.y < y.low);
}

/// True if the lines between the curve's points are wide or high enough in the panel.
bool has_visible_line(const std::vector<Spot>& spots, const AxisRange& x, const AxisRange& y) {
  Extremes along, up;
  for (std::size_t i = 1; i < spots.size(); ++i) {
    const Spot &from = spots[i - 1], &to = spots[i];
    if (!is_within(from.x, x) || misses(from, to, y)) continue;
    for (const Spot& end : {from, to}) {
      along.include(share_of(end.x, x));
      up.include(share_of(end.y, y));
    }
  }
  return along.high - along.low >= smallest_part || up.high - up.low >= smallest_part;
}

bool has_visible_point(const std::vector<Spot>& spots, const AxisRange& x, const AxisRange& y) {
  return std::ranges::any_of(spots,
                             [&](const Spot& spot) { return is_within(spot.x, x) && is_within(spot.y, y); });
}

}  // namespace

std::vector<PanelWord> edge_words(const SeenPanel& seen) {
  const auto& [panel, quantity, x, y] = seen;
  std::vector<PanelWord> words;
  for (const PanelCurve& curve : panel.curves) {
    if (curve.points.empty()) {
      words.push_back({curve.method, "failed"});
      continue;
    }
    const auto spots = spots_of(curve, quantity, panel.axis);
    if (spots.empty() || has_visible_line(spots, x, y)) continue;
    // These curves are drawn with all points, or with one at their end.
    const bool has_points = curve.sampled_by_tolerance || spots.size() == 1 || ends_early(panel, curve);
    if (has_points && has_visible_point(spots, x, y)) continue;
    const Spot& first = spots.front();
    if (first.x > x.high) {
      words.push_back({curve.method, "later →"});
    } else {
      const bool is_below = first.y <= y.low;
      words.push_back({curve.method, is_below ? "below ↓" : "above ↑", is_below});
    }
  }
  return words;
}

}  // namespace descent
