#include "plots/analysis/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "plots/analysis/time_to_target.hpp"
#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

std::uint64_t processes_of(const RunGroup& group) {
  for (const auto* run : group.runs)
    if (run->back().processes) return *run->back().processes;
  return 0;
}

/// Settings of a variant without "processes=…".
std::string without_processes(const std::string& variant) {
  std::istringstream words(variant);
  std::string rest;
  for (std::string word; words >> word;)
    if (!word.starts_with("processes=")) rest += (rest.empty() ? "" : " ") + word;
  return rest;
}

ScalingRow row_of(const RunGroup& group, double target) {
  ScalingRow row{group,  group.label,      without_processes(group.variant), processes_of(group),
                 target, group.runs.size()};
  bool have_cores = true;
  const auto median = [&](const auto& value) -> std::optional<double> {
    std::vector<double> values;
    for (const auto* run : group.runs) {
      const ResultRow* const there = row_of_arrival(*run, target);
      values.push_back(there == nullptr ? infinity : static_cast<double>(value(*there)));
    }
    const double middle = quantile(std::move(values), 0.5);
    return std::isfinite(middle) ? std::optional(middle) : std::nullopt;
  };
  for (const auto* run : group.runs) {
    if (row_of_arrival(*run, target) != nullptr) ++row.arrived;
    const ResultRow& last = run->back();
    if (has_shared_its_core(last.cpu_seconds, last.wall_seconds, static_cast<double>(row.processes)))
      have_cores = false;
  }
  row.rounds = median([](const ResultRow& there) { return there.rounds.value_or(0); });
  row.bytes_sent = median([](const ResultRow& there) { return there.bytes_sent.value_or(0); });
  row.entries_touched = median([](const ResultRow& there) { return there.entries_touched; });
  row.cpu_seconds = median([](const ResultRow& there) { return there.cpu_seconds; });
  if (have_cores) row.wall_seconds = median([](const ResultRow& there) { return there.wall_seconds; });
  return row;
}

constexpr double same_rows_per_process = 1.01;

double rows_per_process(const WeakScalingRow& row) {
  return static_cast<double>(row.rows) / static_cast<double>(row.processes);
}

auto method_and_settings(const WeakScalingRow& row) {
  return std::tie(row.method, row.family);
}

/// Keeps families with several numbers of processes, and computes their efficiency.
void keep_growing(std::vector<WeakScalingRow>& rows) {
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    return std::tie(a.method, a.family, a.processes) < std::tie(b.method, b.family, b.processes);
  });
  const auto fewest_of = [&](const WeakScalingRow& row) -> const WeakScalingRow& {
    return *std::ranges::find_if(rows, [&](const WeakScalingRow& other) {
      return method_and_settings(other) == method_and_settings(row) && other.target == row.target;
    });
  };
  std::set<std::tuple<std::string, std::string>> growing;
  for (WeakScalingRow& row : rows) {
    const WeakScalingRow& fewest = fewest_of(row);
    if (row.processes > fewest.processes) growing.insert(method_and_settings(row));
    if (row.wall_seconds && fewest.wall_seconds && *row.wall_seconds > 0)
      row.efficiency = *fewest.wall_seconds / *row.wall_seconds;
  }
  std::erase_if(rows, [&](const WeakScalingRow& row) { return !growing.contains(method_and_settings(row)); });
}

}  // namespace

std::vector<ScalingRow> scaling_rows(const GroupedResults& results) {
  std::vector<ScalingRow> rows;
  for (const RunGroup& group : results.groups) {
    if (processes_of(group) == 0) continue;
    for (const double target : scaling_targets) rows.push_back(row_of(group, target));
  }
  if (std::ranges::none_of(rows, [](const ScalingRow& row) { return row.processes > 1; })) return {};
  const auto rank = [](const ScalingRow& row) {
    return std::tie(row.dataset, row.loss, row.regularizer, row.lambda, row.method, row.family,
                    row.processes);
  };
  std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return rows;
}

const std::vector<Column<ScalingRow>>& scaling_columns() {
  using R = ScalingRow;
  static const auto columns = with_key_columns<R>({
      column("processes", "processes", "that share the rows", &R::processes),
      column("target", "", "of (F(w) − D*)/D*", &R::target),
      column("runs", "runs", "all of them, failed ones included", &R::runs),
      column("arrived", "runs", "those that got there", &R::arrived),
      column("rounds", "rounds",
             "until the first checkpoint that is there for good, median; as the next ones, empty where the "
             "median run did not get there",
             &R::rounds),
      column("bytes_sent", "bytes", "the same", &R::bytes_sent),
      column("wall_seconds", "s",
             "the same; empty as well where processes had to wait for a core, as more of them than cores do",
             &R::wall_seconds),
      column("cpu_seconds", "s", "of all processes, the same", &R::cpu_seconds),
      column("entries_touched", "entries", "by all processes, the same", &R::entries_touched),
  });
  return columns;
}

ProblemOfAnySize of_any_size(const Manifest& manifest, const ProblemKey& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  return {dataset.sample_of.empty() ? dataset.name : dataset.sample_of, dataset.weighting, problem.loss,
          problem.regularizer, lambda_title(manifest, dataset, problem.lambda)};
}

std::vector<WeakScaling> weak_scalings(const Manifest& manifest, std::span<const ScalingRow> rows) {
  std::map<ProblemOfAnySize, std::vector<WeakScalingRow>> problems;
  for (const ScalingRow& row : rows) {
    const ProblemOfAnySize problem = of_any_size(manifest, row);
    problems[problem].push_back({row, problem.data, dataset_of(manifest, row).rows, std::nullopt});
  }
  std::vector<WeakScaling> all;
  for (auto& [problem, problem_rows] : problems) {
    std::ranges::stable_sort(problem_rows, {}, rows_per_process);
    for (auto first = problem_rows.begin(); first != problem_rows.end();) {
      const double most = same_rows_per_process * rows_per_process(*first);
      const auto last = std::find_if(first, problem_rows.end(),
                                     [&](const WeakScalingRow& row) { return rows_per_process(row) > most; });
      WeakScaling scaling{problem, 0, {first, last}};
      first = last;
      keep_growing(scaling.rows);
      if (scaling.rows.empty()) continue;
      scaling.rows_per_process =
          static_cast<std::uint64_t>(std::llround(rows_per_process(scaling.rows.front())));
      all.push_back(std::move(scaling));
    }
  }
  return all;
}

std::string title_of(const Manifest& manifest, const WeakScaling& scaling) {
  ManifestDataset all = dataset_of(manifest, scaling.rows.front());
  all.name = scaling.problem.data;
  return marked_name(dataset_title(manifest, all), all);
}

const std::vector<Column<WeakScalingRow>>& weak_scaling_columns() {
  using R = WeakScalingRow;
  static const auto columns = [] {
    std::vector<Column<R>> all(scaling_columns().begin(), scaling_columns().end());
    all.insert(all.end(),
               {column("data", "", "what the dataset is a random part of, or its name", &R::data),
                column("rows", "rows", "of the dataset, for training", &R::rows),
                column("efficiency", "",
                       "wall time of the method's fewest processes, with as many rows a process, over this "
                       "one; empty where one of them is",
                       &R::efficiency)});
    return all;
  }();
  return columns;
}

}  // namespace descent
