// Kinds of curve figures: their rows and the ranges of their axes (panel.hpp).

#include "plots/figures/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

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

/// Height under which the curve is for three quarters of the part of the axis that it covers.
double usual_height(const PanelCurve& curve, const Quantity& quantity, Axis axis, const AxisRange& x) {
  constexpr double most = 0.75;
  std::vector<std::pair<double, double>> pieces;  // height and width
  double covered = 0;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const double value = line_value(curve.points[i], quantity).value_or(infinity);
    const double end = i + 1 < curve.points.size() ? axis_position(curve.points[i + 1], axis) : x.high;
    const double width = share_of(end, x) - share_of(axis_position(curve.points[i], axis), x);
    if (std::isfinite(value)) pieces.emplace_back(value, width);
    covered += std::isfinite(value) ? width : 0;
  }
  std::ranges::sort(pieces);
  double seen = 0;
  for (const auto& [height, width] : pieces)
    if ((seen += width) >= most * covered) return height;
  return -infinity;
}

double highest_of_most(const Panel& panel, const Quantity& quantity, const AxisRange& x) {
  double high = -infinity;
  for (const PanelCurve& curve : panel.curves)
    high = std::max(high, usual_height(curve, quantity, panel.axis, x));
  return high;
}

struct ObjectiveRange {
  double low, high;
  bool is_readable;  ///< on a linear axis
};

/// Far above F(0), a method would flatten all others.
constexpr double most_above_start = 1e6;

ObjectiveRange objective_range(const Quantity& objective, const Panel& panel, const AxisRange& x) {
  constexpr double too_far = 100;
  double low = panel.lower_bound.value_or(extremes(panel, objective, {&Spread::mean, &Spread::p10}).low);
  double high = highest_of_most(panel, objective, x);
  if (low > high) return {0, 1, true};  // every run failed
  if (panel.start) {
    // F(0) is on the axis if that costs little, or if there is nothing else to see.
    low = std::min(low, *panel.start);
    const double fall = *panel.start - low;
    if (fall <= 4 * (high - low) || high - low < 1e-3 * fall) high = std::max(high, *panel.start);
    high = std::min(high, low + most_above_start * std::max(fall, std::abs(*panel.start)));
  }
  const std::size_t flat = curves_at_the_bottom(panel, x, {low, high, 1, false});
  const bool are_many = flat > 1 && 2 * flat >= panel.curves.size();
  const bool are_short = !panel.lower_bound || has_short_labels(linear_range(low, high));
  return {low, high, !are_many && !(low > 0 && high > too_far * low) && are_short};
}

/// From F(0), a method above it for most of the axis, or the highest curve if all stay below, down to the
/// smallest value of a line, but not below `smallest_relative` or far into the certificate's gap. Bands may
/// leave the axis: on a logarithmic axis the best runs would squeeze all lines into the upper half.
AxisRange range_to_certificate(const Quantity& suboptimality, const Panel& panel, const AxisRange& x) {
  const auto [low, highest_line] = extremes(panel, suboptimality, {&Spread::median}, 0);
  if (low > highest_line) return power_range(smallest_relative, 1);  // all runs failed or reached D* itself
  double top = std::max(highest_line, extremes(panel, suboptimality, {&Spread::p90}, 0).high);
  if (panel.start && panel.lower_bound) {
    const double start = (*panel.start - *panel.lower_bound) / *panel.lower_bound;
    if (low < start) top = std::min(top, start);
    top = std::max(top, std::min(highest_of_most(panel, suboptimality, x), most_above_start * start));
  }
  double bottom = std::max(low, smallest_relative);
  const double gap = panel.certificate_gap.value_or(0);
  if (gap >= smallest_relative && low < hatched_factor * gap) bottom = gap / hatched_factor;
  return power_range(bottom, std::max(top, 10 * bottom));
}

}  // namespace

const std::vector<FigureKind>& figure_kinds() {
  const auto row = [](const char* quantity, double height) {
    return FigureRow{&quantity_named(quantity), height};
  };
  static const std::vector<FigureKind> kinds{
      {.has_linear_time = true, .needs_quantity = false, .rows = {row("objective", 1), row("density", 0.45)}},
      {.suffix = "-suboptimality",
       .subject = ": relative suboptimality",
       .rows = {row("suboptimality", 1.25)}},
      {.suffix = "-support",
       .subject = ": support of the optimum",
       .remarks = {"Wrong nonzeros: those that are 0 in the certified optimum."},
       .rows = {row("support_recall", 0.8), row("support_false", 0.8)}},
  };
  return kinds;
}

AxisRange vertical_range(const Quantity& quantity, const Panel& panel, const AxisRange& x) {
  switch (quantity.figure->range) {
    case RangeRule::below_start: {
      const auto [low, high, is_readable] = objective_range(quantity, panel, x);
      return is_readable || low <= 0 ? linear_range(low, high) : power_range(low, high);
    }
    case RangeRule::to_certificate:
      return range_to_certificate(quantity, panel, x);
    case RangeRule::from_no_percent:
      break;
  }
  const double high = extremes(panel, quantity, {quantity.figure->line}).high;
  return percent_range(high > 0 ? high : 1);
}

SeenPanel seen_panel(const FigureKind& kind, const FigureRow& row, const Panel& problem) {
  const Panel& panel = row.over_passes ? problem.over_passes.front() : problem;
  const AxisRange x = horizontal_range(kind, panel);
  const AxisRange y = vertical_range(*row.quantity, panel, x);
  const bool is_unreadable = row.quantity->figure->range == RangeRule::below_start && y.is_logarithmic;
  if (!is_unreadable || !panel.lower_bound) return {panel, *row.quantity, x, y};
  const Quantity& suboptimality = quantity_named("suboptimality");
  return {panel, suboptimality, x, vertical_range(suboptimality, panel, x)};
}

void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels) {
  for (Panel& panel : panels) {
    std::erase_if(panel.curves, [&](const PanelCurve& curve) {
      return std::ranges::find(methods, curve.method) == methods.end();
    });
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
}

void add_passes(std::span<const Panel> over_passes, std::vector<Panel>& panels) {
  for (Panel& panel : panels) {
    const auto same = std::ranges::find(over_passes, panel.letter, &Panel::letter);
    if (same == over_passes.end()) continue;
    Panel& added = panel.over_passes.emplace_back(*same);
    std::erase_if(added.curves, [&](const PanelCurve& curve) {
      const auto in_time = std::ranges::find(panel.curves, curve.method, &PanelCurve::method);
      return in_time == panel.curves.end() || (curve.points.empty() && !in_time->points.empty());
    });
  }
}

bool has_early_end(std::span<const Panel> panels) {
  constexpr double earlier = 30;
  return std::ranges::any_of(panels, [](const Panel& panel) {
    return std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
      return !curve.points.empty() && earlier * axis_position(curve.points.back(), panel.axis) < panel.x.high;
    });
  });
}

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel) {
  if (!kind.has_linear_time || panel.axis == Axis::passes) return panel.x;
  return {0, panel.x.high, linear_range(0, panel.x.high).step, false};
}

FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels) {
  constexpr double next_to_all = 95;  // %
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
  if (row == kind.rows.end() || kind.rows.size() == 1 || makes_zeros || !any_curve || least < next_to_all)
    return kind;
  kind.rows.erase(row);
  kind.remarks.push_back(
      least == 100 ? std::string("No weight is 0 at the end of any curve.")
                   : fmt::format("At the end of every curve {:.0f} % of the weights or more are not 0.",
                                 std::floor(least)));
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

}  // namespace descent
