// Words for curves without a visible part in their panel (panel.hpp).

#include "plots/figures/panel.hpp"

namespace descent {
namespace {

bool is_within(double value, const AxisRange& range) {
  return value >= range.low && value <= range.high;
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
    std::optional<double> last;
    bool is_visible = false;
    for (const CurvePoint& point : curve.points) {
      const auto value = line_value(point, quantity);
      if (!value) continue;
      last = value;
      is_visible = is_visible || (is_within(axis_position(point, panel.axis), x) && is_within(*value, y));
    }
    if (!last || is_visible) continue;
    if (axis_position(curve.points.front(), panel.axis) > x.high) {
      words.push_back({curve.method, "later →"});
    } else {
      const bool is_below = *last <= y.low;
      words.push_back({curve.method, is_below ? "below ↓" : "above ↑", is_below});
    }
  }
  return words;
}

}  // namespace descent
