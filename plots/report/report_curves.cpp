#include "plots/report/report_curves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plots/analysis/aggregate.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/report/packed_text.hpp"
#include "plots/report/report_quantity.hpp"
#include "plots/report/visible_points.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

using Rows = std::vector<ResultRow>;
using Numbers = std::vector<std::optional<double>>;

/// The column, unless there is nothing in it.
void add_numbers(Json& columns, const char* name, std::span<const std::optional<double>> numbers,
                 bool exact) {
  if (std::string packed = packed_numbers(numbers, exact); !packed.empty()) columns[name] = std::move(packed);
}

/// Where a point lies on the grid of its curve.
double grid_position(const CurvePoint& point, const RunGroup& group, Axis axis) {
  if (group.sampled_by_tolerance) return static_cast<double>(point.point);
  return (axis == Axis::passes ? point.passes : point.cpu_seconds).value_or(0);
}

/// Mean and quantiles of a quantity at the points of a curve: empty where not all of the runs that are still
/// alive have it, since a mean of some would jump where the others end.
struct Spread {
  Numbers mean, median, p10, p90;
};

Spread spread_of(const ReportQuantity& quantity, const RunGroup& group, std::span<const CurvePoint> curve,
                 Axis axis) {
  const auto runs = series_of_runs(group, axis, quantity.value);
  Spread spread;
  for (const CurvePoint& point : curve) {
    const auto values = values_at(runs, grid_position(point, group, axis));
    const bool is_whole = !values.empty() && values.size() == point.runs;
    const auto add = [&](Numbers& column, auto number_of) {
      column.push_back(is_whole ? std::optional<double>(number_of()) : std::nullopt);
    };
    add(spread.mean, [&] { return mean(values); });
    add(spread.median, [&] { return quantile(values, 0.5); });
    add(spread.p10, [&] { return quantile(values, 0.1); });
    add(spread.p90, [&] { return quantile(values, 0.9); });
  }
  return spread;
}

/// Those of curves.csv, which lacks wall-clock times.
Numbers mean_positions(const ReportQuantity& position, const RunGroup& group,
                       std::span<const CurvePoint> curve, Axis axis) {
  const std::string_view name = position.name;
  const auto member = name == "cpu_seconds" ? &CurvePoint::cpu_seconds
                      : name == "passes"    ? &CurvePoint::passes
                      : name == "updates"   ? &CurvePoint::updates
                                            : nullptr;
  if (member == nullptr) return spread_of(position, group, curve, axis).mean;
  Numbers numbers;
  for (const CurvePoint& point : curve) numbers.push_back(point.*member);
  return numbers;
}

Json averaged_json(const RunGroup& group, std::span<const CurvePoint> curve, Axis axis) {
  Json json = Json::object();
  for (const ReportQuantity& position : report_positions())
    add_numbers(json, position.name, mean_positions(position, group, curve, axis), true);
  for (const ReportQuantity& quantity : report_quantities()) {
    const Spread spread = spread_of(quantity, group, curve, axis);
    Json columns = Json::object();
    add_numbers(columns, "mean", spread.mean, true);
    add_numbers(columns, "median", spread.median, true);
    add_numbers(columns, "p10", spread.p10, false);
    add_numbers(columns, "p90", spread.p90, false);
    if (!columns.empty()) json[quantity.name] = std::move(columns);
  }
  return json;
}

/// The rows that can be seen: all up to the first after w = 0, where a logarithmic axis begins, and of the
/// rest what moves a line there.
std::vector<std::size_t> visible_rows(const Rows& run, const RunGroup& group, Axis axis) {
  const auto place = [&](const ResultRow& row) {
    return axis == Axis::passes ? row.passes : row.cpu_seconds;
  };
  const auto first = group.sampled_by_tolerance  // each is a run of its own, shown as a point
                         ? run.end()
                         : std::ranges::find_if(run, [&](const ResultRow& row) { return place(row) > 0; });
  std::vector<std::size_t> rows(static_cast<std::size_t>(first - run.begin()));
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (first == run.end()) return rows;
  const double width = std::log(place(run.back()) / place(*first));
  std::vector<double> pixels;
  std::vector<Numbers> curves(report_quantities().size());
  for (auto row = first; row != run.end(); ++row) {
    pixels.push_back(width > 0 ? picture_width * std::log(place(*row) / place(*first)) / width : 0);
    for (std::size_t i = 0; i < curves.size(); ++i) curves[i].push_back(report_quantities()[i].value(*row));
  }
  const std::size_t before = rows.size();
  for (const std::size_t point : visible_points(pixels, curves)) rows.push_back(before + point);
  return rows;
}

Json seed_json(const Rows& run, const RunGroup& group, Axis axis) {
  const ResultRow& last = run.back();
  Json json{{"seed", last.seed},
            {"id", last.run_id},
            {"status", last.status},
            {"setup_seconds", last.setup_seconds},
            {"checkpoints", run.size()}};
  const auto rows = visible_rows(run, group, axis);
  const auto add = [&](const ReportQuantity& quantity, bool exact) {
    Numbers column;
    for (const std::size_t row : rows) column.push_back(quantity.value(run[row]));
    add_numbers(json, quantity.name, column, exact);
  };
  for (const ReportQuantity& position : report_positions()) add(position, false);
  for (const ReportQuantity& quantity : report_quantities()) {
    // With a bound the page adds this to it, which keeps more digits.
    const bool is_sum_of_others = quantity.name == std::string_view("objective") && last.suboptimality;
    if (!is_sum_of_others) add(quantity, false);
  }
  json["shown"] = rows.size();
  return json;
}

Json problem_json(const Manifest& manifest, const RunGroup& group) {
  const ManifestDataset& dataset = dataset_of(manifest, group);
  const std::string name = panel_name(manifest, dataset, group.loss, group.regularizer);
  const std::string lambda = lambda_title(manifest, dataset, group.lambda);
  Json json{{"dataset", group.dataset},
            {"source", group.source},
            {"loss", group.loss},
            {"regularizer", group.regularizer},
            {"lambda", group.lambda},
            {"title", marked_name(name, dataset)},
            {"size", size_text(dataset)},
            {"lambda_text", lambda},
            {"formula", objective_formula(manifest.form, group.loss, group.regularizer)},
            {"curves", Json::array()}};
  if (const ManifestOptimum* certificate = certificate_of(manifest, group)) {
    json["certificate"] = {{"lower_bound", certificate->lower_bound},
                           {"objective", certificate->objective},
                           {"gap", certified_gap(*certificate)},
                           {"method", certificate->method},
                           {"cpu_seconds", certificate->cpu_seconds}};
  }
  return json;
}

}  // namespace

Json report_curves(const ResultsFolder& results, std::span<const CurvePoint> averaged) {
  const Manifest& manifest = results.manifest;
  const Axis axis = manifest.x_axis;
  const auto groups = run_groups(results);
  Json problems = Json::array();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const RunGroup& group = groups[i];
    if (i == 0 || group.problem() != groups[i - 1].problem())
      problems.push_back(problem_json(manifest, group));
    std::vector<CurvePoint> curve;
    std::ranges::copy_if(averaged, std::back_inserter(curve), [&](const CurvePoint& point) {
      return point.problem() == group.problem() && point.method == group.method &&
             point.variant == group.variant;
    });
    Json json{{"method", place_of_method(manifest, group)},
              {"runs", group.runs.size()},
              {"points", averaged_json(group, curve, axis)},
              {"seeds", Json::array()}};
    if (!curve.empty()) {
      json["failed_runs"] = curve.back().failed_runs;
      if (curve.front().setup_seconds_mean) json["setup_seconds"] = *curve.front().setup_seconds_mean;
    }
    for (const Rows* run : group.runs) json["seeds"].push_back(seed_json(*run, group, axis));
    problems.back()["curves"].push_back(std::move(json));
  }
  return problems;
}

}  // namespace descent
