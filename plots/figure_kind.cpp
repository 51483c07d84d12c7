#include "plots/figure_kind.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace descent {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Relative suboptimalities below this are not told apart in a figure: hardly a certificate reaches further.
constexpr double smallest_suboptimality = 1e-9;

/// How far the hatched band reaches down from the certificate's gap, as a factor.
constexpr double hatched_factor = 3;

struct Extremes {
  double low = infinity;
  double high = -infinity;
};

/// Smallest and largest value above `above` of some quantities.
Extremes extremes(const Panel& panel, std::initializer_list<Quantity> quantities, double above = -infinity) {
  Extremes found;
  for (const PanelCurve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      for (const Quantity quantity : quantities) {
        const double value = quantity_of(point, quantity).value_or(-infinity);
        if (!(value > above)) continue;
        found.low = std::min(found.low, value);
        found.high = std::max(found.high, value);
      }
    }
  }
  return found;
}

/// From slightly under the best mean to F(0), or to the highest curve where all stay below; an overshooting
/// method is cut off.
AxisRange objective_range(const Panel& panel) {
  const auto [low, high] =
      extremes(panel, {Quantity::objective_mean, Quantity::objective_p10, Quantity::objective_p90});
  const double start = panel.start.value_or(-infinity);
  if (low > high) return {0, 1, 0.25};               // every run failed
  if (low >= start) return linear_range(low, high);  // no method gets anywhere: show what they do
  return linear_range(low, std::min(high, start));
}

/// From F(0), or from the highest curve where all stay below, down to the smallest value that a line reaches,
/// but not beyond `smallest_suboptimality` nor far into what the certificate leaves open. Bands may go on: on
/// a logarithmic axis the luckiest runs would squeeze all lines into the upper half.
AxisRange suboptimality_range(const Panel& panel) {
  const auto [low, highest_line] = extremes(panel, {Quantity::suboptimality_median}, 0);
  if (low > highest_line)
    return power_range(smallest_suboptimality, 1);  // all runs failed or are at D* itself
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
  const FigureRow objective{.axis = "Objective {/:Italic F}({/:Italic w})",
                            .range = objective_range,
                            .line = Quantity::objective_mean,
                            .band_low = Quantity::objective_p10,
                            .band_high = Quantity::objective_p90};
  const FigureRow nonzeros{.axis = "Nonzeros (%)",
                           .height = 0.6,
                           .range = range_of_percent<Quantity::nonzero_percent>,
                           .line = Quantity::nonzero_percent};
  const FigureRow suboptimality{
      .axis = "Relative suboptimality ({/:Italic F}({/:Italic w}) − {/:Italic D}*) / {/:Italic D}*",
      .height = 1.4,
      .range = suboptimality_range,
      .line = Quantity::suboptimality_median,
      .band_low = Quantity::suboptimality_p10,
      .band_high = Quantity::suboptimality_p90,
      .is_logarithmic = true,
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
      {.rows = {objective, nonzeros}},
      // A band of quantiles holds the median on any axis. A mean leaves it on a logarithmic one, where it
      // follows the worst run.
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
