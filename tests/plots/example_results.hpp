#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "tests/support/records/example_runs.hpp"

namespace descent::test {

/// Runs of which nothing but the checkpoints is known.
inline std::vector<StoredRun> stored(std::vector<std::vector<ResultRow>> runs) {
  std::vector<StoredRun> all;
  for (std::vector<ResultRow>& rows : runs) all.push_back({std::move(rows)});
  return all;
}

inline std::vector<std::vector<ResultRow>> rows_of(const ResultsFolder& results) {
  std::vector<std::vector<ResultRow>> runs;
  for (const StoredRun& run : results.runs) runs.push_back(run.rows);
  return runs;
}

/// Changes a column of every row of all runs.
template <class Class, class Member>
std::vector<StoredRun> changed(std::vector<StoredRun> runs, Member Class::*member,
                               const std::type_identity_t<Member>& value) {
  for (StoredRun& run : runs) run.rows = changed(std::move(run.rows), member, value);
  return runs;
}

/// Results of the method above on a9a (m = 4, n = 6), in memory.
inline ResultsFolder example_results(std::vector<std::vector<ResultRow>> runs,
                                     Axis axis = Axis::cpu_seconds) {
  ResultsFolder results;
  Manifest& manifest = results.manifest;
  manifest.name = "example";
  manifest.title = "An example";
  manifest.losses = {"hinge"};
  manifest.regularizers = {"l1"};
  manifest.x_axis = axis;
  manifest.datasets = {{"a9a", "file", 4, 6, 9, 0}};
  manifest.methods = {{"nonsmooth_scd", "", "Non-smooth SCD"}};
  results.runs = stored(std::move(runs));
  return results;
}

/// Results of these runs, with an optimum of relative gap 1e-9 for each dataset.
inline ResultsFolder certified_results(std::vector<std::vector<ResultRow>> runs) {
  ResultsFolder results = example_results({});
  Manifest& manifest = results.manifest;
  manifest.datasets.clear();
  manifest.methods.clear();
  for (const auto& run : runs) {
    const ResultRow& row = run.front();
    if (std::ranges::find(manifest.datasets, row.dataset, &ManifestDataset::name) ==
        manifest.datasets.end()) {
      manifest.datasets.push_back({row.dataset, row.source, 4, 6, 9, 0});
      manifest.optima.push_back({{row.dataset, row.loss, row.regularizer, row.lambda},
                                 example_bound * (1 + 1e-9),
                                 example_bound,
                                 "interior_point",
                                 1});
    }
    if (method_of(manifest, row.method, row.variant) == nullptr)
      manifest.methods.push_back(
          {row.method, row.variant, "The " + row.method + (row.variant.empty() ? "" : ' ' + row.variant)});
  }
  results.runs = stored(std::move(runs));
  return results;
}

}  // namespace descent::test
