#include "plots/figures/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>

#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

/// End of the axis for this curve, by its work alone. A restarting method exceeds its budget by its last run,
/// if the budget ended it; this point is ignored unless it is alone.
double end_of(const PanelCurve& curve, Axis axis, bool has_company) {
  const std::size_t beyond = curve.sampled_by_tolerance && !curve.ended_by_itself && has_company ? 1 : 0;
  if (curve.points.size() <= beyond) return 0;
  return (curve.points.rbegin()[beyond].*position_of(axis).of_point).value_or(0);
}

AxisRange x_range(const Panel& panel) {
  const bool has_company = std::ranges::any_of(panel.curves, [](const PanelCurve& curve) {
    return !curve.sampled_by_tolerance && !curve.points.empty();
  });
  double low = infinity;
  double work = 0;
  double shortest = infinity;
  for (const PanelCurve& curve : panel.curves) {
    if (curve.points.empty()) continue;
    shortest = std::min(shortest, axis_position(curve.points.back(), panel.axis));
    low = std::min(low, axis_position(curve.points.front(), panel.axis));
    work = std::max(work, end_of(curve, panel.axis, has_company));
  }
  if (work <= 0) return powers_of_ten(0.001, 1);  // every run failed
  work = std::max(work, shortest);                // setup may exceed all work
  double high = work;
  for (const PanelCurve& curve : panel.curves) {
    if (curve.points.empty() || axis_position(curve.points.front(), panel.axis) <= work) continue;
    high = std::max(high, axis_position(curve.points.back(), panel.axis));
  }
  if (low >= high) return powers_of_ten(low / 2, high * 2);
  return powers_of_ten(low, high);
}

/// Adds a curve, without points if all runs failed at once.
void add_curve(std::span<const CurvePoint> all_points, std::size_t method, const Manifest& manifest,
               Panel& panel) {
  PanelCurve curve;
  curve.method = method;
  curve.sampled_by_tolerance = manifest.methods[method].sampled_by_tolerance;
  bool runs_differ = manifest.methods[method].randomized;
  for (const CurvePoint& point : all_points) {
    curve.runs = std::max(curve.runs, point.runs + point.failed_runs);
    curve.setup_seconds = point.setup_seconds_mean.value_or(0);
    if (point.lower_bound) panel.lower_bound = point.lower_bound;
    if (point.runs_agree) runs_differ = false;
    if (!point.objective.mean || !std::isfinite(*point.objective.mean)) continue;
    if (point.point == 0) {
      curve.start = point;
      panel.start = std::max(panel.start.value_or(-infinity), *point.objective.mean);
    }
    if (!(axis_position(point, panel.axis) > 0)) continue;
    if (runs_differ && *point.objective.p10 != *point.objective.p90) curve.has_band = true;
    curve.points.push_back(point);
  }
  curve.ended_by_itself = all_points.front().ended_runs == curve.runs;
  panel.curves.push_back(std::move(curve));
}

Panel make_panel(const Manifest& manifest, std::span<const CurvePoint> curves, Axis axis) {
  const ProblemKey& problem = curves.front();
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  Panel panel;
  panel.problem = problem;
  panel.axis = axis;
  for (std::size_t method = 0; method < manifest.methods.size(); ++method) {
    std::vector<CurvePoint> all_points;
    std::ranges::copy_if(curves, std::back_inserter(all_points),
                         [&](const CurvePoint& point) { return index_of_method(manifest, point) == method; });
    if (!all_points.empty()) add_curve(all_points, method, manifest, panel);
  }
  panel.name = panel_name(manifest, dataset, problem.loss, problem.regularizer);
  panel.title = marked_name(panel.name, dataset);
  panel.subtitle = size_text(dataset);
  // In a grid of λ it distinguishes the panels.
  const bool is_grid = std::ranges::count(manifest.lambdas, dataset.name, &ManifestLambda::dataset) > 1;
  (is_grid ? panel.title : panel.subtitle) += ", λ = " + lambda_title(manifest, dataset, problem.lambda);
  panel.x = x_range(panel);
  if (const auto* optimum = certificate_of(manifest, problem))
    panel.certificate_gap = std::max(0.0, certified_gap(*optimum));
  return panel;
}

constexpr std::size_t most_problems_shown = 8;
constexpr std::size_t most_lambdas_shown = 3;

/// Dataset, loss and regulariser.
using PathKey = std::tuple<std::string, std::string, std::string>;

PathKey path_key_of(const CurvePoint& point) {
  return {point.dataset, point.loss, point.regularizer};
}

}  // namespace

double axis_position(const CurvePoint& point, Axis axis) {
  const Position& position = position_of(axis);
  const double setup = position.adds_setup && point.point > 0 ? point.setup_seconds_mean.value_or(0) : 0;
  return (point.*position.of_point).value_or(0) + setup;
}

bool ends_early(const Panel& panel, const PanelCurve& curve) {
  return !curve.points.empty() && axis_position(curve.points.back(), panel.axis) < 0.8 * panel.x.high;
}

bool ends_by_itself(const Panel& panel, const PanelCurve& curve) {
  return curve.ended_by_itself && !curve.sampled_by_tolerance && !curve.points.empty() &&
         axis_position(curve.points.back(), panel.axis) < panel.x.high;
}

std::vector<Panel> make_panels(const Manifest& manifest, std::span<const CurvePoint> curves, Axis axis) {
  std::vector<Panel> panels;
  for (const auto problem : by_problem(curves)) {
    panels.push_back(make_panel(manifest, problem, axis));
    panels.back().file_letter = panel_letter(panels.size() - 1);
  }
  return panels;
}

void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels) {
  for (Panel& panel : panels) {
    std::erase_if(panel.curves, [&](const PanelCurve& curve) {
      return std::ranges::find(methods, curve.method) == methods.end();
    });
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
}

bool has_quantity(const PanelCurve& curve, const Quantity& quantity) {
  return std::ranges::any_of(
      curve.points, [&](const CurvePoint& point) { return line_value(point, quantity).has_value(); });
}

std::size_t start_lines(const PanelCurve& curve, Axis axis) {
  if (!curve.start) return 0;
  return position_of(axis).adds_setup && curve.setup_seconds > 0 ? 2 : 1;
}

std::string curve_file_text(const PanelCurve& curve, Axis axis) {
  std::string text = fmt::format("# {}", name_of(axis));
  for (const DataColumn& column : data_columns()) text.append(" ").append(column.name);
  text += '\n';
  const auto add = [&](double position, const CurvePoint& point) {
    text += fmt::format("{:.10g}", position);
    for (const auto& [quantity, name, statistic] : data_columns()) {
      const auto value = drawn_value(point, *quantity, statistic);
      text += ' ' + (value ? fmt::format("{:.{}g}", *value, quantity->figure->digits) : "?");
    }
    text += '\n';
  };
  const std::size_t starts = start_lines(curve, axis);
  if (starts > 0) add(0, *curve.start);
  if (starts > 1) add(curve.setup_seconds, *curve.start);
  for (const CurvePoint& point : curve.points) add(axis_position(point, axis), point);
  return text;
}

ShownLambdas choose_shown_lambdas(std::span<const CurvePoint> curves) {
  ShownLambdas thinned{{curves.begin(), curves.end()}, {}};
  std::map<PathKey, std::set<double>> lambdas;
  for (const CurvePoint& point : curves) lambdas[path_key_of(point)].insert(point.lambda);
  std::size_t problems = 0;
  for (const auto& [path, values] : lambdas) problems += values.size();
  if (problems <= most_problems_shown) return thinned;

  std::size_t left_out = 0;
  for (auto& [path, values] : lambdas) {
    if (values.size() <= most_lambdas_shown) continue;
    left_out += values.size() - most_lambdas_shown;
    values = {*values.begin(), *std::next(values.begin(), static_cast<std::ptrdiff_t>(values.size() / 2)),
              *values.rbegin()};
  }
  if (left_out == 0) return thinned;
  std::erase_if(thinned.curves, [&](const CurvePoint& point) {
    return !lambdas.at(path_key_of(point)).contains(point.lambda);
  });
  thinned.remark = fmt::format(
      "Of each λ path the smallest, the middle and the largest λ; the other {} problems: see curves.csv.",
      left_out);
  return thinned;
}

}  // namespace descent
