#include "plots/tables/table_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace descent {
namespace {

std::vector<std::string> notes(bool has_start_scale) {
  const std::string times =
      "CPU seconds, and passes over the data, until the relative suboptimality (F(w) − D*)/D* is at most "
      "1e-1 "
      "to 1e-6 for good (never again above twice that), where D* is the certified lower bound of min F: "
      "median "
      "over the runs (10 %–90 % quantiles). Setup before the first step has a column of its own, and is in "
      "the "
      "times only where a table says so.";
  const std::string start_scale =
      " Tables \"of F(0) − D*\": the same for (F(w) − D*)/(F(0) − D*), where that differs from the other by "
      "more than a factor of 2.";
  return {times + (has_start_scale ? start_scale : ""),
          "tuning (s): CPU seconds of all runs that tuning the method on this problem took; –: no tuning "
          "recorded.",
          time_entry_legend};
}

/// Appends entries to the rows of a table, which have equally many `times`, one after the other. The fastest
/// of each column is bold; null is "?".
void add_entries(std::span<const TimeToTargetRow* const> times, Axis axis, TextTable& table) {
  const std::size_t columns = table.rows.empty() ? 0 : times.size() / table.rows.size();
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<Bounds> medians;
    for (std::size_t i = column; i < times.size(); i += columns)
      if (times[i] != nullptr) medians.push_back(times_on(axis, times[i]->time).median);
    const auto best = fastest(medians);
    for (std::size_t i = column; i < times.size(); i += columns)
      table.rows[i / columns].push_back(times[i] == nullptr ? TextTable::Cell{"?"}
                                                            : time_entry(*times[i], axis, best));
  }
}

/// Rows of the part's methods.
std::vector<TimeToTargetRow> rows_of_part(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                          const ManifestPart& part) {
  std::vector<TimeToTargetRow> compared;
  std::ranges::copy_if(rows, std::back_inserter(compared),
                       [&](const TimeToTargetRow& row) { return part.has(index_of_method(manifest, row)); });
  return compared;
}

/// Tables of the part's methods.
TableFiles files_of_part(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                         const ManifestPart& part) {
  TableFiles files{.name = "time_to_target" + part.suffix};
  const std::vector<TimeToTargetRow> compared = rows_of_part(manifest, rows, part);
  bool has_start_scale = false;
  for (const auto problem : by_problem(compared)) {
    for (const TargetScale scale : target_scales) {
      if (scale == TargetScale::start && !scales_differ(problem)) continue;
      has_start_scale = has_start_scale || scale == TargetScale::start;
      for (const Axis axis : all_axes) files.tables.push_back(time_table(manifest, problem, axis, scale));
    }
  }
  files.introduction = fmt::format("Time to target: {}{}.", manifest.title, part.remark);
  files.notes = notes(has_start_scale);
  files.conditions = condition_sentences(manifest, {.methods = part.methods});
  return files;
}

// Order of entries after all arrivals: beyond the budget, by budget, then never.
constexpr double beyond_budget = 1e100;
constexpr double never_order = 1e200;

}  // namespace

TextTable time_table(const Manifest& manifest, std::span<const TimeToTargetRow> problem, Axis axis,
                     TargetScale scale) {
  TextTable table;
  const bool in_seconds = axis == Axis::cpu_seconds;
  table.title =
      fmt::format("{}{}: {}{}", problem_text(manifest, problem.front()), manifest.form.is_sum ? " (sum)" : "",
                  position_of(axis).words, scale == TargetScale::start ? ", of F(0) − D*" : "");
  table.header = {"method"};
  if (in_seconds) table.header.emplace_back("setup (s)");
  for (const double target : relative_targets) table.header.push_back(target_text(target));
  table.header.emplace_back("tuning (s)");
  std::vector<const TimeToTargetRow*> rows;
  for (const TimeToTargetRow& row : problem) {
    if (row.time.scale != scale) continue;
    if (row.time.target == relative_targets[0]) {
      auto& cells = table.rows.emplace_back(1, TextTable::Cell{label_of(manifest, row)});
      const auto setup = row.setup_seconds_median;
      if (in_seconds)
        cells.push_back({setup ? short_number(*setup) : "", false, "", setup.value_or(unknown_order)});
    }
    rows.push_back(&row);
  }
  add_entries(rows, axis, table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto tuning = rows[i * std::size(relative_targets)]->tuning_cpu_seconds;
    table.rows[i].push_back({tuning ? short_number(*tuning) : "–", false, "", tuning.value_or(0)});
  }
  return table;
}

std::vector<TableFiles> time_to_target_tables(const TimedResults& results) {
  const std::vector<TimeToTargetRow>& rows = results.times;
  if (rows.empty()) return {};
  std::vector<TableFiles> all{{.name = "time_to_target", .csv = csv_text(time_to_target_columns(), rows)}};
  for (const ManifestPart& part : parts_of(results.manifest)) {
    TableFiles files = files_of_part(results.manifest, rows, part);
    if (!files.tables.empty()) all.push_back(std::move(files));
  }
  return all;
}

std::string bounds_text(const Bounds& bounds) {
  if (std::isinf(bounds.low)) return "never";
  if (std::isinf(bounds.high)) return bounds.low > 0 ? "> " + short_number(bounds.low) : "?";
  const std::string most = short_number(bounds.high);
  if (bounds.is_exact()) return most;
  if (!(bounds.low > 0)) return "< " + most;
  const std::string least = short_number(bounds.low);
  return least == most ? most : least + "…" + most;
}

const char* const time_entry_legend =
    "\"< 0.02\": there at the first checkpoint, which was at 0.02. \"> 5 (3/10)\": 3 of 10 runs got there, "
    "and the median takes longer than 5, a budget, or halfway from a run's arrival to one; \"never (3/10)\": "
    "the median run ended by itself before. "
    "\"2…3\": what such bounds of single runs leave open. \"?\": nothing is known. \"—\": smaller than the "
    "certificate's gap, so it is unknown. Bold: the fastest that arrive, unless a bound "
    "leaves open who that is. "
    "Data marked as stand-in are synthetic.";

TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best) {
  if (row.is_below_certificate) return {"—", false, "", unknown_order};
  const TimesOnAxis times = times_on(axis, row.time);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (std::isinf(times.median.high)) {
    const bool all_failed = !row.setup_seconds_median;
    return {all_failed ? "failed" : bounds_text(times.median), false, '(' + arrived + ')',
            std::isinf(times.median.low) ? never_order : beyond_budget * std::max(times.median.low, 1e-9)};
  }
  std::string detail;
  if (row.time.runs > 1) detail = fmt::format("({}–{})", bounds_text(times.p10), bounds_text(times.p90));
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  const bool is_best = best && times.median == Bounds{*best, *best};
  return {bounds_text(times.median), is_best, detail, times.median.high};
}

std::optional<double> fastest(std::span<const Bounds> medians) {
  std::optional<double> least;
  for (const Bounds& median : medians) {
    if (median.is_exact() && std::isfinite(median.high))
      least = std::min(least.value_or(median.high), median.high);
  }
  const bool is_open = std::ranges::any_of(medians, [&](const Bounds& median) {
    const bool has_failed = median.low == 0 && std::isinf(median.high);
    return !has_failed && !median.is_exact() && median.low < least;
  });
  return is_open ? std::nullopt : least;
}

}  // namespace descent
