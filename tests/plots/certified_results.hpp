#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "tests/plots/example_results.hpp"

namespace descent::test {

/// A checkpoint in short: where, and the relative suboptimality there.
struct Step {
  double cpu_seconds;
  double suboptimality;
};

constexpr double example_bound = 0.5;  // D* of every example

/// A run of the method with these checkpoints.
inline std::vector<ResultRow> certified_run(const std::vector<Step>& steps, const std::string& method,
                                            std::uint64_t seed = 1, const std::string& dataset = "a9a") {
  std::vector<Spot> spots;
  for (const Step& step : steps)
    spots.push_back({step.cpu_seconds, example_bound * (1 + step.suboptimality)});
  auto rows = example_run(spots, run_status::budget, seed);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].dataset = dataset;
    rows[k].method = method;
    rows[k].lower_bound = example_bound;
    rows[k].suboptimality = example_bound * steps[k].suboptimality;
    rows[k].setup_seconds = 0.25;
  }
  return rows;
}

/// Results of these runs, with a reference of relative gap 1e-9 for each of their datasets.
inline ResultsFolder certified_results(std::vector<std::vector<ResultRow>> runs) {
  ResultsFolder results;
  Manifest& manifest = results.manifest;
  manifest.name = "example";
  manifest.title = "An example";
  manifest.losses = {"hinge"};
  manifest.regularizers = {"l1"};
  for (const auto& run : runs) {
    const ResultRow& row = run.front();
    if (std::ranges::find(manifest.datasets, row.dataset, &ManifestDataset::name) ==
        manifest.datasets.end()) {
      manifest.datasets.push_back({row.dataset, row.source, 4, 6, 9, 0});
      manifest.references.push_back({row.dataset, row.loss, row.regularizer, row.lambda,
                                     example_bound * (1 + 1e-9), example_bound, "interior_point", 1});
    }
    if (std::ranges::find(manifest.methods, row.method, &ManifestMethod::name) == manifest.methods.end())
      manifest.methods.push_back({row.method, "", "The " + row.method});
  }
  results.runs = std::move(runs);
  return results;
}

}  // namespace descent::test
