#include "plots/report/report_curves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/analysis/aggregate.hpp"
#include "plots/labels/condition_sentences.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/report/report_quantity.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/number_of.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

using Rows = std::vector<ResultRow>;
using Numbers = std::vector<std::optional<double>>;

/// Adds the column, unless it is empty. Missing numbers are null. Infinity, which JSON lacks, is a word that
/// scripts convert.
void add_numbers(Json& columns, const char* name, const Numbers& numbers) {
  if (std::ranges::none_of(numbers, [](const auto& number) { return number.has_value(); })) return;
  Json& column = columns[name] = Json::array();
  for (const auto& number : numbers)
    column.push_back(number == infinity ? Json("Infinity") : number ? Json(*number) : Json());
}

/// Rounded to nine digits, which take half the space of all digits.
Numbers rounded(Numbers numbers) {
  for (auto& number : numbers)
    if (number) number = number_of<double>(fmt::format("{:.9g}", *number));
  return numbers;
}

/// Position of a point on its curve's grid.
double grid_position(const CurvePoint& point, const RunGroup& group, Axis axis) {
  if (group.sampled_by_tolerance) return static_cast<double>(point.point);
  return (axis == Axis::passes ? point.passes : point.cpu_seconds).value_or(0);
}

/// Mean and quantiles of a quantity at the points of a curve. Empty unless all surviving runs have it, since
/// a mean over some would jump where the others end.
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

/// Positions of curves.csv, which lacks wall-clock times.
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
    add_numbers(json, position.name, mean_positions(position, group, curve, axis));
  for (const ReportQuantity& quantity : report_quantities()) {
    const Spread spread = spread_of(quantity, group, curve, axis);
    Json columns = Json::object();
    add_numbers(columns, "mean", spread.mean);
    add_numbers(columns, "median", spread.median);
    add_numbers(columns, "p10", rounded(spread.p10));
    add_numbers(columns, "p90", rounded(spread.p90));
    if (!columns.empty()) json[quantity.name] = std::move(columns);
  }
  return json;
}

Json seed_json(const Rows& run) {
  const ResultRow& last = run.back();
  Json json{{"seed", last.seed},
            {"id", last.run_id},
            {"status", last.status},
            {"setup_seconds", last.setup_seconds}};
  const auto add = [&](const ReportQuantity& quantity) {
    Numbers column;
    for (const ResultRow& row : run) column.push_back(quantity.value(row));
    add_numbers(json, quantity.name, rounded(std::move(column)));
  };
  std::ranges::for_each(report_positions(), add);
  std::ranges::for_each(report_quantities(), add);
  return json;
}

Json curve_json(const Manifest& manifest, const RunGroup& group, std::span<const CurvePoint> averaged) {
  std::vector<CurvePoint> curve;
  std::ranges::copy_if(averaged, std::back_inserter(curve), [&](const CurvePoint& point) {
    return point.problem() == group.problem() && point.method == group.method &&
           point.variant == group.variant;
  });
  Json json{{"method", place_of_method(manifest, group)},
            {"runs", group.runs.size()},
            {"points", averaged_json(group, curve, manifest.x_axis)},
            {"seeds", Json::array()}};
  if (!curve.empty()) {
    json["failed_runs"] = curve.back().failed_runs;
    if (curve.front().setup_seconds_mean) json["setup_seconds"] = *curve.front().setup_seconds_mean;
  }
  for (const Rows* run : group.runs) json["seeds"].push_back(seed_json(*run));
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
            {"conditions", condition_sentences(manifest, {.problems = {group.problem()}})},
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
  const auto groups = run_groups(results);
  Json problems = Json::array();
  for (const auto problem : by_problem(groups)) {
    Json& json = problems.emplace_back(problem_json(manifest, problem.front()));
    for (const RunGroup& group : problem) json["curves"].push_back(curve_json(manifest, group, averaged));
  }
  return problems;
}

}  // namespace descent
