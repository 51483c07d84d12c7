// Kinds of curve figures: their rows, the ranges of their axes, and words for curves outside (panel.hpp).

#include "plots/figures/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/numbers/extremes.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

using Statistics = std::initializer_list<std::optional<double> Spread::*>;

/// Minimum and maximum above `above` of some statistics.
Extremes extremes(const Panel& panel, const Quantity& quantity, Statistics statistics,
                  double above = -infinity) {
  Extremes found;
  for (const PanelCurve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      for (const auto statistic : statistics) {
        const double value = drawn_value(point, quantity, statistic).value_or(-infinity);
        if (value > above) found.include(value);
      }
    }
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

/// From slightly below the best mean to F(0), or to the highest curve if all stay below; overshooting curves
/// are cut off. On a linear time axis the first 2 % are ignored if that saves much, because the steep fall
/// there would flatten the rest. Logarithmic if many curves lie at the bottom and more of them become
/// distinct, or if the axis spans more than two powers of ten.
AxisRange range_below_start(const Quantity& objective, const Panel& panel) {
  const AxisRange x = horizontal_range(figure_kinds().front(), panel);
  const double first = x.is_logarithmic ? 0 : 0.02 * x.high;
  const double low = extremes(panel, objective, {&Spread::mean, &Spread::p10}).low;
  double high = -infinity;
  for (const PanelCurve& curve : panel.curves)
    for (const CurvePoint& point : curve.points)
      if (axis_position(point, panel.axis) >= first) high = std::max(high, *point.objective.mean);
  if (low > high) return {0, 1, 0.25};  // every run failed
  const double start = panel.start.value_or(high);
  if (low < start) {  // else no method makes progress, and the panel shows everything
    const bool is_near = !x.is_logarithmic && start - low <= 1.5 * (high - low);
    high = is_near ? start : std::min(high, start);
  }
  const std::size_t flat = curves_at_the_bottom(panel, x, {low, high, 1, false});
  const bool are_many = 2 * flat >= panel.curves.size();
  const bool has_powers = low > 0 && high > 10 * low;
  const bool are_far = high > 100 * low;
  if (has_powers && are_many && (are_far || curves_at_the_bottom(panel, x, {low, high, 1, true}) < flat))
    return power_range(low, high);
  return linear_range(low, high);
}

/// From F(0), or the highest curve if all stay below, down to the smallest value of a line, but not below
/// `smallest_relative` or far into the certificate's gap. Bands may leave the axis: on a logarithmic
/// axis the best runs would squeeze all lines into the upper half.
AxisRange range_to_certificate(const Quantity& suboptimality, const Panel& panel) {
  const auto [low, highest_line] = extremes(panel, suboptimality, {&Spread::median}, 0);
  if (low > highest_line) return power_range(smallest_relative, 1);  // all runs failed or reached D* itself
  double top = std::max(highest_line, extremes(panel, suboptimality, {&Spread::p90}, 0).high);
  if (panel.start && panel.lower_bound) {
    const double start = (*panel.start - *panel.lower_bound) / *panel.lower_bound;
    if (low < start) top = std::min(top, start);
  }
  double bottom = std::max(low, smallest_relative);
  const double gap = panel.certificate_gap.value_or(0);
  if (gap >= smallest_relative && low < hatched_factor * gap) bottom = gap / hatched_factor;
  return power_range(bottom, std::max(top, 10 * bottom));
}

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

const std::vector<FigureKind>& figure_kinds() {
  const auto row = [](const char* quantity, double height) {
    return FigureRow{&quantity_named(quantity), height};
  };
  static const std::vector<FigureKind> kinds{
      {.has_linear_time = true, .needs_quantity = false, .rows = {row("objective", 1), row("density", 0.6)}},
      {.suffix = "-suboptimality",
       .subject = ": relative suboptimality",
       .rows = {row("suboptimality", 1.25)}},
      {.suffix = "-support",
       .subject = ": support of the optimum",
       .remarks = {"Support: the weights that are not 0 in the certified optimum w*.",
                   "Wrong nonzeros: share of the nonzero weights of w that are 0 in w*."},
       .rows = {row("support_recall", 0.8), row("support_false", 0.8)}},
  };
  return kinds;
}

AxisRange vertical_range(const Quantity& quantity, const Panel& panel) {
  if (const auto kept = panel.y.find(quantity.name); kept != panel.y.end()) return kept->second;
  switch (quantity.figure->range) {
    case RangeRule::below_start:
      return range_below_start(quantity, panel);
    case RangeRule::to_certificate:
      return range_to_certificate(quantity, panel);
    case RangeRule::from_no_percent:
      break;
  }
  const double high = extremes(panel, quantity, {quantity.figure->line}).high;
  return percent_range(high > 0 ? high : 1);
}

void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels) {
  for (Panel& panel : panels) {
    for (const Quantity& quantity : quantities())
      if (quantity.figure) panel.y.try_emplace(quantity.name, vertical_range(quantity, panel));
    std::erase_if(panel.curves, [&](const PanelCurve& curve) {
      return std::ranges::find(methods, curve.method) == methods.end();
    });
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
}

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel) {
  if (!kind.has_linear_time || panel.axis == Axis::passes) return panel.x;
  return {0, panel.x.high, linear_range(0, panel.x.high).step, false};
}

FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels) {
  constexpr double next_to_all = 95;  // %
  constexpr double low_row = 0.35;
  const Quantity& density = quantity_named("density");
  double least = 100;
  bool makes_zeros = false;
  bool any_curve = false;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.points.empty()) continue;
      any_curve = true;
      const CurvePoint& last = curve.points.back();
      makes_zeros = makes_zeros || (last.regularizer != "l2" && last.regularizer != "none");
      least = std::min(least, line_value(last, density).value_or(0));
    }
  }
  const auto row = std::ranges::find(kind.rows, &density, &FigureRow::quantity);
  if (row == kind.rows.end() || kind.rows.size() == 1 || makes_zeros || !any_curve) return kind;
  row->height = low_row;
  if (least >= next_to_all) {
    kind.rows.erase(row);
    kind.remarks.push_back(
        least == 100 ? std::string("No weight is 0 at the end of any curve.")
                     : fmt::format("At the end of every curve {:.0f} % of the weights or more are not 0.",
                                   std::floor(least)));
  }
  return kind;
}

std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels) {
  std::vector<Panel> chosen;
  std::ranges::copy_if(panels, std::back_inserter(chosen), [&](const Panel& panel) {
    return !kind.needs_quantity || std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
      return has_quantity(curve, *kind.rows.front().quantity);
    });
  });
  return chosen;
}

std::vector<PanelWord> edge_words(const FigureRow& row, const Panel& panel, const AxisRange& x) {
  const AxisRange y = vertical_range(*row.quantity, panel);
  std::vector<PanelWord> words;
  for (const PanelCurve& curve : panel.curves) {
    if (curve.points.empty()) {
      words.push_back({curve.method, "failed"});
      continue;
    }
    const auto spots = spots_of(curve, *row.quantity, panel.axis);
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
