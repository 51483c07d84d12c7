#include "plots/figures/figure_kind.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/numbers/extremes.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double tall = 1.25;       // height of a figure's only row
constexpr double low_height = 0.8;  // of one of several

FigureRow row_of(const char* quantity, double height, bool is_logarithmic = false) {
  return {&quantity_named(quantity), height, is_logarithmic};
}

/// Its values would squeeze all other curves.
bool has_diverged(const Panel& panel, const PanelCurve& curve) {
  constexpr double factor = 1e6;
  return panel.start && *curve.points.back().objective.mean > factor * std::abs(*panel.start);
}

/// Extremes of the lines, without values up to `above`. Shares at w = 0 do not count, nor does a method that
/// has diverged.
Extremes extremes(const Panel& panel, const Quantity& quantity, double above = -infinity) {
  Extremes found;
  const auto include = [&](const CurvePoint& point) {
    if (const auto value = line_value(point, quantity); value && *value > above) found.include(*value);
  };
  for (const PanelCurve& curve : panel.curves) {
    if (curve.start && !quantity.is_share) include(*curve.start);
    if (!curve.points.empty() && !has_diverged(panel, curve)) std::ranges::for_each(curve.points, include);
  }
  return found;
}

/// Number of curves in the lowest 5 % of the vertical axis at the middle of the horizontal axis, where they
/// cannot be distinguished.
std::size_t curves_at_the_bottom(const Panel& panel, const AxisRange& x, const AxisRange& y) {
  const double middle = x.is_logarithmic ? std::sqrt(x.low * x.high) : (x.low + x.high) / 2;
  return static_cast<std::size_t>(std::ranges::count_if(panel.curves, [&](const PanelCurve& curve) {
    if (curve.points.empty()) return false;
    auto point = std::ranges::find_if(
        curve.points, [&](const CurvePoint& each) { return axis_position(each, panel.axis) >= middle; });
    if (point == curve.points.end()) --point;
    return share_of(*point->objective.mean, y) < 0.05;
  }));
}

bool is_readable_on_linear_axis(const FigureKind& objective, std::span<const Panel> panels) {
  constexpr double highest = 5;  // times the fall from F(0)
  std::size_t curves = 0;
  std::size_t flat = 0;
  for (const Panel& panel : panels) {
    const auto [low, high] = extremes(panel, *objective.rows[0].quantity);
    if (low > high || !panel.start) continue;
    const double bottom = panel.lower_bound.value_or(low);
    if (high - bottom <= smallest_relative * std::abs(high)) continue;  // w = 0 is the optimum
    if (high - bottom > highest * (*panel.start - bottom) && high > *panel.start) return false;
    curves += panel.curves.size();
    flat += curves_at_the_bottom(panel, horizontal_range(objective, panel),
                                 vertical_range(objective.rows[0], panel));
  }
  return flat < 2 || 2 * flat < curves;
}

/// True if every curve has a suboptimality.
bool has_distances(std::span<const Panel> panels) {
  return std::ranges::all_of(panels, [](const Panel& panel) {
    return std::ranges::all_of(panel.curves, [](const PanelCurve& curve) {
      return curve.points.empty() || has_quantity(curve, quantity_named("suboptimality"));
    });
  });
}

/// Not far into the certificate's gap, and with F(0).
AxisRange range_to_certificate(const Quantity& suboptimality, const Panel& panel) {
  Extremes found = extremes(panel, suboptimality, 0);
  if (found.low > found.high) return power_range(smallest_relative, 1);  // all runs failed or are at D*
  double bottom = std::max(found.low, smallest_relative);
  const double gap = panel.certificate_gap.value_or(0);
  if (gap >= smallest_relative && found.low < hatched_factor * gap) bottom = gap / hatched_factor;
  return power_range(bottom, std::max(found.high, 10 * bottom));
}

}  // namespace

FigureKind objective_figure(std::span<const Panel> panels) {
  FigureKind kind{.has_linear_time = !has_fast_method(panels), .rows = {row_of("objective", tall)}};
  const bool are_positive = std::ranges::all_of(panels, [&](const Panel& panel) {
    return vertical_range({kind.rows[0].quantity, 1, true}, panel).is_logarithmic;
  });
  kind.rows[0].is_logarithmic = are_positive && !is_readable_on_linear_axis(kind, panels);
  return kind;
}

FigureKind paper_figure(std::span<const Panel> panels) {
  FigureKind kind = objective_figure(panels);
  if (kind.rows[0].is_logarithmic && has_distances(panels)) kind.rows = suboptimality_figure().rows;
  return kind;
}

FigureKind suboptimality_figure() {
  return {.suffix = "-suboptimality",
          .subject = ": relative suboptimality",
          .rows = {row_of("suboptimality", tall, true)}};
}

FigureKind passes_figure(std::span<const Panel> panels) {
  FigureKind kind = has_distances(panels) ? suboptimality_figure() : objective_figure(panels);
  kind.suffix = "-passes";
  kind.subject = ": over passes";
  return kind;
}

FigureKind nonzeros_figure(std::span<const Panel> panels) {
  FigureKind kind{.suffix = "-nonzeros", .subject = ": nonzero weights", .rows = {row_of("density", tall)}};
  for (const char* const support : {"support_recall", "support_false"})
    for (const Panel& panel : panels)
      if (kind.rows.back().quantity->name != support &&
          std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
            return has_quantity(curve, quantity_named(support));
          }))
        kind.rows.push_back(row_of(support, low_height));
  if (kind.rows.size() == 1) return kind;
  kind.rows[0].height = low_height;
  kind.remarks = {"Support: the nonzeros of the certified optimum; wrong: outside of it."};
  return kind;
}

bool has_fast_method(std::span<const Panel> panels) {
  constexpr double share = 1.0 / 30;
  constexpr double rest = 0.1;  // of the descent
  return std::ranges::any_of(panels, [&](const Panel& panel) {
    return std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
      Extremes found;
      if (panel.start) found.include(*panel.start);
      for (const CurvePoint& point : curve.points) found.include(*point.objective.mean);
      const auto through = std::ranges::find_if(curve.points, [&](const CurvePoint& point) {
        return *point.objective.mean <= found.low + rest * (found.high - found.low);
      });
      return through != curve.points.end() && axis_position(*through, panel.axis) < share * panel.x.high;
    });
  });
}

double fewest_nonzeros(const Panel& panel) {
  double least = 100;
  for (const PanelCurve& curve : panel.curves)
    if (!curve.points.empty())
      least = std::min(least, line_value(curve.points.back(), quantity_named("density")).value_or(100));
  return least;
}

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel) {
  if (!kind.has_linear_time || panel.axis == Axis::passes) return panel.x;
  return {0, panel.x.high, linear_range(0, panel.x.high).step, false};
}

AxisRange vertical_range(const FigureRow& row, const Panel& panel) {
  const Quantity& quantity = *row.quantity;
  if (quantity.figure->range == RangeRule::to_certificate) return range_to_certificate(quantity, panel);
  Extremes found = extremes(panel, quantity);
  if (quantity.figure->range == RangeRule::from_no_percent)
    return found.low > found.high ? percent_range(0, 100) : percent_range(found.low, found.high);
  if (!row.is_logarithmic && panel.start > found.low) found.high = *panel.start;
  if (panel.lower_bound) found.include(*panel.lower_bound);
  if (found.low > found.high) return row.is_logarithmic ? power_range(0.1, 1) : linear_range(0, 1);
  return row.is_logarithmic && found.low > 0 ? power_range(found.low, found.high)
                                             : linear_range(found.low, found.high);
}

SeenPanel seen_panel(const FigureKind& kind, const FigureRow& row, const Panel& panel) {
  return {panel, *row.quantity, horizontal_range(kind, panel), vertical_range(row, panel)};
}

std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels) {
  std::vector<Panel> chosen;
  std::ranges::copy_if(panels, std::back_inserter(chosen), [&](const Panel& panel) {
    return kind.rows.front().quantity->name == "objective" ||
           std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
             return has_quantity(curve, *kind.rows.front().quantity);
           });
  });
  return chosen;
}

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
    bool is_above = false;
    for (const CurvePoint& point : curve.points) {
      const auto value = line_value(point, quantity);
      if (!value) continue;
      last = value;
      const double at = axis_position(point, panel.axis);
      if (at < x.low || at > x.high) continue;
      is_above = is_above || *value > y.high;
      is_visible = is_visible || (*value >= y.low && *value <= y.high);
    }
    if (!last || (is_visible && !is_above)) continue;
    words.push_back({curve.method, is_above ? "above ↑" : "below ↓", !is_above});
  }
  return words;
}

}  // namespace descent
