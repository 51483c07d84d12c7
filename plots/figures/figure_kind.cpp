#include "plots/figures/figure_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/numbers/extremes.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

/// Figures do not distinguish smaller relative suboptimalities: hardly any certificate reaches further.
constexpr double smallest_suboptimality = 1e-9;

/// Factor by which the hatched band extends below the certificate's gap.
constexpr double hatched_factor = 3;

/// Minimum and maximum above `above` of some quantities.
Extremes extremes(const Panel& panel, std::initializer_list<Quantity> quantities, double above = -infinity) {
  Extremes found;
  for (const PanelCurve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      for (const Quantity quantity : quantities) {
        const double value = quantity_of(point, quantity).value_or(-infinity);
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
    return share_of(*point->objective_mean, y) < 0.05;
  }));
}

/// From slightly below the best mean to F(0), or to the highest curve if all stay below; overshooting curves
/// are cut off. On a linear time axis the first 2 % are ignored if that saves much, because the steep fall
/// there would flatten the rest. Logarithmic if many curves lie at the bottom and more of them become
/// distinct, or if the axis spans more than two powers of ten.
AxisRange objective_range(const Panel& panel) {
  const AxisRange x = horizontal_range(figure_kinds().front(), panel);
  const double first = x.is_logarithmic ? 0 : 0.02 * x.high;
  const double low = extremes(panel, {Quantity::objective_mean, Quantity::objective_p10}).low;
  double high = -infinity;
  for (const PanelCurve& curve : panel.curves)
    for (const CurvePoint& point : curve.points)
      if (axis_position(point, panel.axis) >= first) high = std::max(high, *point.objective_mean);
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
/// `smallest_suboptimality` or far into the certificate's gap. Bands may leave the axis: on a logarithmic
/// axis the best runs would squeeze all lines into the upper half.
AxisRange suboptimality_range(const Panel& panel) {
  const auto [low, highest_line] = extremes(panel, {Quantity::suboptimality_median}, 0);
  if (low > highest_line)
    return power_range(smallest_suboptimality, 1);  // all runs failed or reached D* itself
  double top = std::max(highest_line, extremes(panel, {Quantity::suboptimality_p90}, 0).high);
  if (panel.start && panel.lower_bound) {
    const double start = (*panel.start - *panel.lower_bound) / *panel.lower_bound;
    if (low < start) top = std::min(top, start);
  }
  double bottom = std::max(low, smallest_suboptimality);
  const double gap = panel.certificate_gap.value_or(0);
  if (gap >= smallest_suboptimality && low < hatched_factor * gap) bottom = gap / hatched_factor;
  return power_range(bottom, std::max(top, 10 * bottom));
}

template <Quantity quantity>
AxisRange range_of_percent(const Panel& panel) {
  const double high = extremes(panel, {quantity}).high;
  return percent_range(high > 0 ? high : 1);
}

std::vector<FigureKind> make_kinds() {
  const FigureRow objective{.axis = "Objective {/:Italic F}",
                            .range = objective_range,
                            .line = Quantity::objective_mean,
                            .band_low = Quantity::objective_p10,
                            .band_high = Quantity::objective_p90};
  const FigureRow nonzeros{.axis = "Nonzeros (%)",
                           .height = 0.6,
                           .range = range_of_percent<Quantity::nonzero_percent>,
                           .line = Quantity::nonzero_percent};
  const FigureRow suboptimality{.axis = "Suboptimality ({/:Italic F} − {/:Italic D}*) / {/:Italic D}*",
                                .height = 1.25,
                                .range = suboptimality_range,
                                .line = Quantity::suboptimality_median,
                                .band_low = Quantity::suboptimality_p10,
                                .band_high = Quantity::suboptimality_p90,
                                .hatches_certificate = true};
  const FigureRow found{.axis = "Support found (%)",
                        .height = 0.8,
                        .range = range_of_percent<Quantity::support_found_percent>,
                        .line = Quantity::support_found_percent};
  const FigureRow wrong{.axis = "Wrong nonzeros (%)",
                        .height = 0.8,
                        .range = range_of_percent<Quantity::support_wrong_percent>,
                        .line = Quantity::support_wrong_percent};
  return {
      {.has_linear_time = true, .rows = {objective, nonzeros}},
      // A band of quantiles contains the median on any axis. A mean can leave it on a logarithmic axis, where
      // it follows the worst run.
      {.suffix = "-suboptimality",
       .subject = ": relative suboptimality",
       .average = "median",
       .needs = Quantity::suboptimality_median,
       .rows = {suboptimality}},
      {.suffix = "-support",
       .subject = ": support of the optimum",
       .remarks = {"Support: the weights that are not 0 in the certified optimum w*.",
                   "Wrong nonzeros: share of the nonzero weights of w that are 0 in w*."},
       .needs = Quantity::support_found_percent,
       .rows = {found, wrong}},
  };
}

}  // namespace

const std::vector<FigureKind>& figure_kinds() {
  static const auto kinds = make_kinds();
  return kinds;
}

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel) {
  if (!kind.has_linear_time || panel.axis == Axis::passes) return panel.x;
  return {0, panel.x.high, linear_range(0, panel.x.high).step, false};
}

FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels) {
  constexpr double next_to_all = 95;  // %
  constexpr double low_row = 0.35;
  double least = 100;
  bool makes_zeros = false;
  bool any_curve = false;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.points.empty()) continue;
      any_curve = true;
      const CurvePoint& last = curve.points.back();
      makes_zeros = makes_zeros || (last.regularizer != "l2" && last.regularizer != "none");
      least = std::min(least, quantity_of(last, Quantity::nonzero_percent).value_or(0));
    }
  }
  const auto row = std::ranges::find(kind.rows, Quantity::nonzero_percent, &FigureRow::line);
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
    return !kind.needs || std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
      return has_quantity(curve, *kind.needs);
    });
  });
  return chosen;
}

}  // namespace descent
