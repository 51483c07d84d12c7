#include "plots/tables/time_to_target_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "plots/labels/short_number.hpp"
#include "plots/tables/table_files.hpp"
#include "plots/tables/time_entry.hpp"

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

}  // namespace

TextTable time_table(const Manifest& manifest, std::span<const TimeToTargetRow> problem, Axis axis,
                     TargetScale scale) {
  TextTable table;
  const bool in_seconds = axis == Axis::cpu_seconds;
  table.title =
      fmt::format("{}{}: {}{}", problem_text(manifest, problem.front()), manifest.form.is_sum ? " (sum)" : "",
                  unit_text(axis), scale == TargetScale::start ? ", of F(0) − D*" : "");
  table.header = {"method"};
  if (in_seconds) table.header.emplace_back("setup (s)");
  for (const double target : relative_targets) table.header.push_back(target_text(target));
  table.header.emplace_back("tuning (s)");
  constexpr std::size_t targets = std::size(relative_targets);
  std::vector<TimeToTargetRow> rows;
  std::ranges::copy_if(problem, std::back_inserter(rows),
                       [&](const TimeToTargetRow& row) { return row.time.scale == scale; });
  std::array<std::vector<Bounds>, targets> medians;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_below_certificate) medians[i % targets].push_back(times_on(axis, rows[i].time).median);
  }
  for (std::size_t i = 0; i < rows.size(); i += targets) {
    std::vector<TextTable::Cell> cells{{label_of(manifest, rows[i])}};
    if (in_seconds) {
      const auto setup = rows[i].setup_seconds_median;
      cells.push_back({setup ? short_number(*setup) : "", false, "", setup.value_or(unknown_order)});
    }
    for (std::size_t k = 0; k < targets; ++k)
      cells.push_back(time_entry(rows[i + k], axis, fastest(medians[k])));
    const auto tuning = rows[i].tuning_cpu_seconds;
    cells.push_back({tuning ? short_number(*tuning) : "–", false, "", tuning.value_or(0)});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<TimeToTargetRow> rows_of_part(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                          const ManifestPart& part) {
  std::vector<TimeToTargetRow> compared;
  std::ranges::copy_if(rows, std::back_inserter(compared), [&](const TimeToTargetRow& row) {
    return part.has(place_of_method(manifest, row.method, row.variant));
  });
  return compared;
}

namespace {

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

}  // namespace

std::vector<std::filesystem::path> write_time_to_target(const DrawnFolder& folder,
                                                        const GroupedResults& results) {
  const std::vector<TimeToTargetRow> rows = time_to_target_rows(results);
  if (rows.empty()) return {};
  auto paths =
      write_tables(folder, {.name = "time_to_target", .csv = csv_text(time_to_target_columns(), rows)});
  for (const ManifestPart& part : parts_of(results.manifest)) {
    const TableFiles files = files_of_part(results.manifest, rows, part);
    if (files.tables.empty()) continue;
    const auto written = write_tables(folder, files);
    paths.insert(paths.end(), written.begin(), written.end());
  }
  return paths;
}

}  // namespace descent
