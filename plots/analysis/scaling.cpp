#include "plots/analysis/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/conditions.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

std::uint64_t processes_of(const RunGroup& cell) {
  for (const auto* run : cell.runs)
    if (run->back().processes) return *run->back().processes;
  return 0;
}

/// Settings of a variant without "processes=…".
std::string without_processes(const std::string& variant) {
  std::istringstream words(variant);
  std::string rest;
  for (std::string word; words >> word;) {
    if (!word.starts_with("processes=")) rest += (rest.empty() ? "" : " ") + word;
  }
  return rest;
}

ScalingRow row_of(const RunGroup& cell, double target) {
  ScalingRow row{cell,   cell.label,      without_processes(cell.variant), processes_of(cell),
                 target, cell.runs.size()};
  bool have_cores = true;
  const auto median = [&](const auto& value) -> std::optional<double> {
    std::vector<double> values;
    for (const auto* run : cell.runs) {
      const ResultRow* const there = row_of_arrival(*run, target);
      values.push_back(there == nullptr ? infinity : static_cast<double>(value(*there)));
    }
    const double middle = quantile(std::move(values), 0.5);
    return std::isfinite(middle) ? std::optional(middle) : std::nullopt;
  };
  for (const auto* run : cell.runs) {
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

}  // namespace

std::vector<ScalingRow> scaling_rows(const GroupedResults& results) {
  std::vector<ScalingRow> rows;
  for (const RunGroup& cell : results.groups) {
    if (processes_of(cell) == 0) continue;
    for (const double target : scaling_targets) rows.push_back(row_of(cell, target));
  }
  if (std::ranges::none_of(rows, [](const ScalingRow& row) { return row.processes > 1; })) return {};
  const auto place = [](const ScalingRow& row) {
    return std::tie(row.dataset, row.loss, row.regularizer, row.lambda, row.method, row.family,
                    row.processes);
  };
  std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) { return place(a) < place(b); });
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

}  // namespace descent
