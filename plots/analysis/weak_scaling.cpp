#include "plots/analysis/weak_scaling.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "plots/labels/problem_title.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {
namespace {

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
  for (auto& [problem, of_problem] : problems) {
    std::ranges::stable_sort(of_problem, {}, rows_per_process);
    for (auto first = of_problem.begin(); first != of_problem.end();) {
      const double most = same_rows_per_process * rows_per_process(*first);
      const auto last = std::find_if(first, of_problem.end(),
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
