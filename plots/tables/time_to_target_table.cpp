#include "plots/tables/table_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "plots/results/curves.hpp"
#include "support/ranges.hpp"

namespace descent {
namespace {

constexpr const char* time_entry_legend =
    "\"< 0.02\": there at the first checkpoint, which was at 0.02. \"> 5 (3/10)\": 3 of 10 runs got there, "
    "and the median takes longer than 5, a budget, or halfway from a run's arrival to one; \"never (3/10)\": "
    "the median run ended by itself before. "
    "\"2…3\": what such bounds of single runs leave open. \"?\": nothing is known. \"—\": smaller than the "
    "certificate's gap, so it is unknown. Bold: the fastest that arrive, unless a bound "
    "leaves open who that is. "
    "Data marked as stand-in are synthetic.";

std::vector<std::string> notes(const Manifest& manifest, bool has_start_scale) {
  const std::string times = fmt::format(
      "Median {} (10 %–90 % quantiles) until (F(w) − D*)/D* is at most the target for good (never again "
      "above "
      "twice that); D*: certified lower bound of min F.",
      position_of(axis_of_figures(manifest.x_axis)).words);
  const std::string start_scale =
      " Tables \"of F(0) − D*\": the same for (F(w) − D*)/(F(0) − D*), where that differs from the other by "
      "more than a factor of 2.";
  return {times + (has_start_scale ? start_scale : "") +
              " time_to_target.csv has them also without setup, and in passes.",
          "tuning (s): CPU seconds of all runs that tuning the method on this problem took; –: no tuning "
          "recorded.",
          time_entry_legend};
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
      files.tables.push_back(time_table(manifest, problem, scale));
    }
  }
  files.introduction = fmt::format("Time to target: {}{}.", manifest.title, part.remark);
  files.notes = notes(manifest, has_start_scale);
  files.conditions = condition_sentences(manifest, {.methods = part.methods});
  return files;
}

/// Labels of the methods that are fastest to a target on a problem, and their time if there is one.
struct Fastest {
  std::string methods;
  std::optional<double> time = {};
};

/// Empty if no time can be known below the certified gap.
std::optional<Fastest> fastest_to(double target, const Manifest& manifest,
                                  std::span<const TimeToTargetRow> problem, Axis axis) {
  std::vector<std::string> labels;
  std::vector<Bounds> medians;
  for (const TimeToTargetRow& row : problem) {
    if (row.time.target != target || row.time.scale != TargetScale::optimum) continue;
    if (row.is_below_certificate) return std::nullopt;
    labels.push_back(label_of(manifest, row));
    medians.push_back(times_on(axis, row.time).median);
  }
  const auto best = fastest(medians);
  if (!best)
    return Fastest{std::ranges::all_of(medians, [](const Bounds& each) { return std::isinf(each.high); })
                       ? "none"
                       : "unclear"};
  std::vector<std::string> first;
  for (std::size_t k = 0; k < medians.size(); ++k)
    if (medians[k] == Bounds{*best, *best}) first.push_back(labels[k]);
  return Fastest{fmt::format("{}", fmt::join(first, " and ")), best};
}

/// "1e-1: Pegasos (0.02); 1e-2 … 1e-4: TRON (0.1 … 0.3); 1e-5 … 1e-6: none".
std::string fastest_line(const Manifest& manifest, std::span<const TimeToTargetRow> problem, Axis axis) {
  struct Stretch {
    std::string methods;
    std::vector<std::string> targets;
    std::vector<std::string> times;
  };
  std::vector<Stretch> stretches;
  for (const double target : relative_targets) {
    const auto first = fastest_to(target, manifest, problem, axis);
    if (!first) break;
    if (stretches.empty() || stretches.back().methods != first->methods)
      stretches.push_back({first->methods, {}, {}});
    stretches.back().targets.push_back(target_text(target));
    if (first->time) stretches.back().times.push_back(short_number(*first->time));
  }
  const auto range = [](const std::vector<std::string>& texts) {
    return texts.front() == texts.back() ? texts.front() : texts.front() + " … " + texts.back();
  };
  const auto parts = mapped(stretches, [&](const Stretch& each) {
    return fmt::format("{}: {}{}", range(each.targets), each.methods,
                       each.times.empty() ? "" : " (" + range(each.times) + ")");
  });
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Displayed time to a target. The best of its column has exactly the median `best`.
TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best) {
  if (row.is_below_certificate) return {"—"};
  const TimesOnAxis times = times_on(axis, row.time);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (std::isinf(times.median.high)) {
    const bool all_failed = !row.setup_seconds_median;
    return {all_failed ? "failed" : bounds_text(times.median), false, '(' + arrived + ')'};
  }
  std::string detail;
  if (row.time.runs > 1) detail = fmt::format("({}–{})", bounds_text(times.p10), bounds_text(times.p90));
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  const bool is_best = best && times.median == Bounds{*best, *best};
  return {bounds_text(times.median), is_best, detail};
}

}  // namespace

TextTable time_table(const Manifest& manifest, std::span<const TimeToTargetRow> problem, TargetScale scale) {
  const Axis axis = axis_of_figures(manifest.x_axis);
  TextTable table;
  table.title =
      fmt::format("{}{}: {}{}", problem_text(manifest, problem.front()), manifest.form.is_sum ? " (sum)" : "",
                  position_of(axis).words, scale == TargetScale::start ? ", of F(0) − D*" : "");
  table.header = {"method"};
  std::array<std::vector<Bounds>, std::size(relative_targets)> medians;  // of each column
  std::vector<const TimeToTargetRow*> rows;                              // method by method
  for (const TimeToTargetRow& row : problem) {
    if (row.time.scale != scale) continue;
    medians[rows.size() % medians.size()].push_back(times_on(axis, row.time).median);
    rows.push_back(&row);
  }
  for (const double target : relative_targets) table.header.push_back(target_text(target));
  table.header.emplace_back("tuning (s)");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t column = i % medians.size();
    if (column == 0) table.rows.push_back({{label_of(manifest, *rows[i])}});
    table.rows.back().push_back(time_entry(*rows[i], axis, fastest(medians[column])));
    if (column + 1 < medians.size()) continue;
    const auto tuning = rows[i]->tuning_cpu_seconds;
    table.rows.back().push_back({tuning ? short_number(*tuning) : "–"});
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

std::string fastest_text(const TimedResults& results, const std::filesystem::path& folder) {
  if (results.times.empty()) return "";
  const Axis axis = axis_of_figures(results.manifest.x_axis);
  std::string text =
      fmt::format("fastest to a relative suboptimality, median {}; all numbers: {}\n",
                  position_of(axis).words, (folder / "tables" / "time_to_target.csv").string());
  for (const auto problem : by_problem(results.times))
    text += fmt::format("  {}: {}\n", problem_text(results.manifest, problem.front()),
                        fastest_line(results.manifest, problem, axis));
  return text;
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
