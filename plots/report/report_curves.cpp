#include "plots/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/number_of.hpp"

namespace descent {
namespace {

using Rows = std::vector<ResultRow>;
using Numbers = std::vector<std::optional<double>>;
using P = CurvePoint;

/// Adds the column, unless it is empty. Missing numbers are null. Infinity, which JSON lacks, is a word that
/// scripts convert.
void add_numbers(Json& columns, std::string_view name, const Numbers& numbers) {
  if (std::ranges::none_of(numbers, [](const auto& number) { return number.has_value(); })) return;
  Json& column = columns[std::string(name)] = Json::array();
  for (const auto& number : numbers)
    column.push_back(number == infinity ? Json("Infinity") : number ? Json(*number) : Json());
}

/// Rounded to nine digits, which take half the space of all digits.
Numbers rounded(Numbers numbers) {
  for (auto& number : numbers)
    if (number) number = number_of<double>(fmt::format("{:.9g}", *number));
  return numbers;
}

/// Positions and statistics at the points of a curve. Columns without values are left out.
Json averaged_json(std::span<const CurvePoint> curve) {
  Json json = Json::object();
  const auto numbers_of = [&](auto number) {
    Numbers numbers;
    for (const CurvePoint& point : curve) numbers.push_back(number(point));
    return numbers;
  };
  for (const Position& position : positions())
    if (!position.adds_setup)
      add_numbers(json, position.name, numbers_of([&](const P& point) { return point.*position.of_point; }));
  for (const Quantity& quantity : quantities()) {
    Json columns = Json::object();
    const auto add = [&](const char* name, std::optional<double> Spread::*statistic, bool is_rounded) {
      Numbers numbers = numbers_of([&](const P& point) { return point.*quantity.of_point.*statistic; });
      add_numbers(columns, name, is_rounded ? rounded(std::move(numbers)) : std::move(numbers));
    };
    add("mean", &Spread::mean, false);
    add("median", &Spread::median, false);
    add("p10", &Spread::p10, true);
    add("p90", &Spread::p90, true);
    if (!columns.empty()) json[std::string(quantity.name)] = std::move(columns);
  }
  return json;
}

Json seed_json(const Rows& run) {
  const ResultRow& last = run.back();
  Json json{{"seed", last.seed},
            {"id", last.run_id},
            {"status", last.status},
            {"setup_seconds", last.setup_seconds}};
  const auto add = [&](std::string_view name, RowNumber number) {
    Numbers column;
    for (const ResultRow& row : run) column.push_back(number(row));
    add_numbers(json, name, rounded(std::move(column)));
  };
  for (const Position& position : positions())
    if (!position.adds_setup) add(position.name, position.of_row);
  for (const Quantity& quantity : quantities()) add(quantity.name, quantity.of_row);
  return json;
}

Json curve_json(const Manifest& manifest, const RunGroup& group, std::span<const CurvePoint> averaged) {
  std::vector<CurvePoint> curve;
  std::ranges::copy_if(averaged, std::back_inserter(curve),
                       [&](const CurvePoint& point) { return is_same_group(point, group); });
  Json json{{"method", index_of_method(manifest, group)},
            {"runs", group.runs.size()},
            {"points", averaged_json(curve)},
            {"seeds", Json::array()}};
  if (!curve.empty()) {
    json["failed_runs"] = curve.back().failed_runs;
    if (curve.front().setup_seconds_mean) json["setup_seconds"] = *curve.front().setup_seconds_mean;
  }
  if (const auto tuning = tuning_cpu_seconds(manifest, group)) json["tuning_seconds"] = *tuning;
  for (const Rows* run : group.runs) json["seeds"].push_back(seed_json(*run));
  return json;
}

Json problem_json(const Manifest& manifest, const RunGroup& group) {
  const ManifestDataset& dataset = dataset_of(manifest, group);
  const std::string lambda = lambda_title(manifest, dataset, group.lambda);
  Json json{{"dataset", group.dataset},
            {"source", group.source},
            {"loss", group.loss},
            {"regularizer", group.regularizer},
            {"lambda", group.lambda},
            {"title", panel_title(manifest, dataset, group.loss, group.regularizer)},
            {"size", size_text(dataset)},
            {"lambda_text", lambda},
            {"formula", objective_formula(manifest.form, group.loss, group.regularizer)},
            {"conditions", condition_sentences(manifest, {.problems = {group.problem()}})},
            {"curves", Json::array()}};
  if (const ManifestOptimum* certificate = certificate_of(manifest, group))
    json["certificate"] = {{"lower_bound", certificate->lower_bound},
                           {"objective", certificate->objective},
                           {"gap", certified_gap(*certificate)},
                           {"method", certificate->method},
                           {"cpu_seconds", certificate->cpu_seconds}};
  return json;
}

}  // namespace

Json report_curves(const GroupedResults& results, std::span<const CurvePoint> averaged) {
  const Manifest& manifest = results.manifest;
  Json problems = Json::array();
  for (const auto problem : by_problem(results.groups)) {
    Json& json = problems.emplace_back(problem_json(manifest, problem.front()));
    for (const RunGroup& group : problem) json["curves"].push_back(curve_json(manifest, group, averaged));
  }
  return problems;
}

}  // namespace descent
