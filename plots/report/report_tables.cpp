#include "plots/report/report_tables.hpp"

#include <algorithm>
#include <cmath>

#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/time_entry.hpp"

namespace descent {
namespace {

/// What comes behind all that end: what takes longer than its budget, by that; what never arrives; what
/// nobody can tell.
constexpr double beyond_budget = 1e100;
constexpr double never = 1e200;
constexpr double never_known = 1e300;

double place_in_order(const TimeToTargetRow& row, const Bounds& median) {
  if (row.is_below_certificate) return never_known;
  if (std::isfinite(median.high)) return median.high;
  return std::isinf(median.low) ? never : beyond_budget * std::max(median.low, 1e-9);
}

/// Those rows of a problem and a scale that have a target.
std::vector<const TimeToTargetRow*> rows_to(double target, std::span<const TimeToTargetRow* const> rows) {
  std::vector<const TimeToTargetRow*> chosen;
  std::ranges::copy_if(rows, std::back_inserter(chosen),
                       [&](const TimeToTargetRow* row) { return row->time.target == target; });
  return chosen;
}

/// The rows are of one problem and one scale, by method and then by target.
Json table_json(const Manifest& manifest, std::span<const TimeToTargetRow* const> rows, Axis axis) {
  const TimeToTargetRow& first = *rows.front();
  Json json{{"dataset", first.dataset},           {"loss", first.loss},
            {"regularizer", first.regularizer},   {"lambda", first.lambda},
            {"scale", text_of(first.time.scale)}, {"axis", name_of(axis)},
            {"targets", Json::array()},           {"rows", Json::array()}};
  for (const TimeToTargetRow* row : rows_to(relative_targets[0], rows)) {
    json["rows"].push_back(
        {{"method", place_of_method(manifest, row->method, row->variant)},
         {"setup", row->setup_seconds_median ? short_number(*row->setup_seconds_median) : ""},
         {"setup_order", row->setup_seconds_median.value_or(never_known)},
         {"entries", Json::array()}});
  }
  for (const double target : relative_targets) {
    json["targets"].push_back(target_text(target));
    const auto column = rows_to(target, rows);
    std::vector<Bounds> medians;
    for (const TimeToTargetRow* row : column) {
      if (!row->is_below_certificate) medians.push_back(times_on(axis, row->time).median);
    }
    const auto best = fastest(medians);
    for (std::size_t i = 0; i < column.size(); ++i) {
      const TextTable::Cell entry = time_entry(*column[i], axis, best);
      json["rows"][i]["entries"].push_back(
          {{"text", entry.text},
           {"detail", entry.detail},
           {"best", entry.is_best},
           {"order", place_in_order(*column[i], times_on(axis, column[i]->time).median)}});
    }
  }
  return json;
}

}  // namespace

Json report_times(const ResultsFolder& results) {
  const auto rows = time_to_target_rows(results);
  Json tables = Json::array();
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(
        first, rows.end(), [&](const TimeToTargetRow& row) { return row.problem() != first->problem(); });
    for (const TargetScale scale : target_scales) {
      std::vector<const TimeToTargetRow*> chosen;
      for (auto row = first; row != last; ++row) {
        if (row->time.scale == scale) chosen.push_back(&*row);
      }
      for (const Axis axis : all_axes) tables.push_back(table_json(results.manifest, chosen, axis));
    }
    first = last;
  }
  return tables;
}

std::string times_csv(const ResultsFolder& results) {
  const auto rows = time_to_target_rows(results);
  return rows.empty() ? "" : csv_text(time_to_target_columns(), rows);
}

Json report_profiles(const ResultsFolder& results) {
  Json panels = Json::array();
  for (const ProfilePanel& panel : performance_profiles(results)) {
    Json json{{"loss", panel.loss},         {"regularizer", panel.regularizer}, {"target", panel.target},
              {"problems", panel.problems}, {"unsolved", panel.unsolved},       {"curves", Json::array()}};
    for (const ProfileCurve& curve : panel.curves) {
      Json shares = Json::array();
      for (const double ratio : curve.ratios) shares.push_back(share_within(panel, curve, ratio));
      json["curves"].push_back({{"method", curve.method}, {"ratios", curve.ratios}, {"shares", shares}});
    }
    panels.push_back(std::move(json));
  }
  return panels;
}

}  // namespace descent
