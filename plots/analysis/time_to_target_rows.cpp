// Rows of time_to_target.csv.

#include "plots/analysis/time_to_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

/// (F(0) − D*)/D* of the runs that did not fail. All start at w = 0.
std::optional<double> start_suboptimality(const RunGroup& group) {
  for (const auto* run : group.runs) {
    const auto optimum = unit_of(*run, TargetScale::optimum);
    const auto start = unit_of(*run, TargetScale::start);
    if (optimum && start) return *start / *optimum;
  }
  return std::nullopt;
}

/// Times of a group's runs to a target; empty if its problem has no lower bound.
std::optional<TimeToTargetRow> time_to_target_row(const Manifest& manifest, const RunGroup& group,
                                                  double target, TargetScale scale) {
  const ManifestOptimum* optimum = certificate_of(manifest, group.problem());
  if (optimum == nullptr) return std::nullopt;
  const auto start = start_suboptimality(group);
  const auto setups = setup_seconds(group);
  double gap = certified_gap(*optimum);
  if (scale == TargetScale::start && start) gap /= *start;
  return TimeToTargetRow{group,
                         time_to_target(group, target, scale),
                         setups.empty() ? std::nullopt : std::optional(quantile(setups, 0.5)),
                         tuning_cpu_seconds(manifest, group),
                         start,
                         gap > target,
                         std::string(manifest.form.name()),
                         group.regularizer == "l2" ? std::optional(manifest.form.l2_factor) : std::nullopt};
}

using Row = TimeToTargetRow;

/// A column of TimeToTarget, which is part of the row.
template <class Member>
Column<Row> of_time(const char* name, const char* unit, const char* description,
                    Member TimeToTarget::*member) {
  return {name, unit, description, [=](const Row& row) { return field_text(row.time.*member); }};
}

std::string upper_end_text(const Bounds& bounds) {
  return std::isinf(bounds.high) ? "" : field_text(bounds.high);
}

std::string lower_end_text(const Bounds& bounds) {
  return field_text(bounds.low);
}

struct Amount {
  Axis axis;
  const char* unit;
  const char* description;  ///< null for the first amount, which has the description of its group of columns
};

constexpr Amount amounts[] = {{Axis::cpu_seconds, "s", nullptr},
                              {Axis::cpu_seconds_with_setup, "s", "the same with setup"},
                              {Axis::passes, "passes", "the same in passes over the data"}};

constexpr std::pair<const char*, Bounds TimesOnAxis::*> quantiles[] = {
    {"median", &TimesOnAxis::median}, {"p10", &TimesOnAxis::p10}, {"p90", &TimesOnAxis::p90}};

/// Adds a group of columns, one for every amount and quantile. `end` describes the first amount.
void add_ends(std::vector<Column<Row>>& columns, const char* ending, const char* end,
              std::string (*text)(const Bounds&)) {
  for (const auto& [axis, unit, description] : amounts) {
    for (const auto& [quantile, bounds] : quantiles)
      columns.push_back({fmt::format("{}_{}{}", name_of(axis), quantile, ending), unit,
                         description ? description : end,
                         [=, on = axis, of_quantile = bounds](const Row& row) {
                           return text(times_on(on, row.time).*of_quantile);
                         }});
  }
}

std::vector<Column<Row>> make_columns() {
  std::vector<Column<Row>> columns{
      of_time("target", "", "suboptimality to be reached, a share of what the scale says",
              &TimeToTarget::target),
      {"scale", "", "optimum: target of (F(w) − D*)/D*; start: of (F(w) − D*)/(F(0) − D*)",
       [](const Row& row) { return std::string(words_of(row.time.scale).name); }},
      of_time("runs", "runs", "all of them, failed ones included", &TimeToTarget::runs),
      of_time("arrived", "runs", "those that got there", &TimeToTarget::arrived)};
  add_ends(
      columns, "",
      "CPU time until then without setup: upper end of median and quantiles; empty on a run that did not get "
      "there",
      upper_end_text);
  add_ends(columns, "_at_least", "lower end: the same if exact, inf on a run that ended by itself",
           lower_end_text);
  for (const auto& [axis, unit, description] : amounts)
    columns.push_back({fmt::format("{}_longest", name_of(axis)), unit,
                       description ? description : "charged to the longest run",
                       [on = axis](const Row& row) { return field_text(times_on(on, row.time).longest); }});
  columns.insert(
      columns.end(),
      {column("setup_seconds_median", "s",
              "setup, which is not in the times; empty where all runs have failed",
              &Row::setup_seconds_median),
       column("tuning_cpu_seconds", "s",
              "CPU time of tuning the method on the problem, with setup; empty where none is recorded",
              &Row::tuning_cpu_seconds),
       column("start_suboptimality", "", "(F(0) − D*)/D*; empty where all runs have failed",
              &Row::start_suboptimality),
       {"below_certificate", "", "1 where the target lies within the certificate's gap, else 0",
        [](const Row& row) { return std::string(row.is_below_certificate ? "1" : "0"); }},
       column("form", "", "as in the run files", &Row::form),
       column("l2_factor", "", "as in the run files", &Row::l2_factor)});
  return with_key_columns(columns);
}

}  // namespace

std::vector<TimeToTargetRow> time_to_target_rows(const GroupedResults& results) {
  std::vector<TimeToTargetRow> rows;
  for (const RunGroup& group : results.groups) {
    for (const TargetScale scale : target_scales) {
      for (const double target : relative_targets) {
        if (auto row = time_to_target_row(results.manifest, group, target, scale))
          rows.push_back(std::move(*row));
      }
    }
  }
  return rows;
}

bool scales_differ(std::span<const TimeToTargetRow> problem) {
  return std::ranges::any_of(problem, [](const TimeToTargetRow& row) {
    return row.start_suboptimality > 2 || row.start_suboptimality.value_or(1) < 0.5;
  });
}

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns() {
  static const auto columns = make_columns();
  return columns;
}

}  // namespace descent
