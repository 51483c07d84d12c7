#include "plots/results/run_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "support/errors.hpp"

namespace descent {

std::vector<RunGroup> run_groups(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  std::vector<RunGroup> cells;
  std::vector<double> lambdas;  // in the order of the runs, which is that of the configuration
  for (const std::vector<ResultRow>& run : results.runs) {
    const ResultRow& row = run.front();
    const auto same = std::ranges::find_if(cells, [&](const RunGroup& cell) {
      return cell.problem() == row.problem() && cell.method == row.method && cell.variant == row.variant;
    });
    if (same != cells.end()) {
      same->runs.push_back(&run);
      continue;
    }
    if (std::ranges::find(lambdas, row.lambda) == lambdas.end()) lambdas.push_back(row.lambda);
    const ManifestMethod* entry = method_of(manifest, row.method, row.variant);
    cells.push_back({row, label_of(manifest, row), {&run}, entry != nullptr && entry->sampled_by_tolerance});
  }
  const auto rank = [&](const RunGroup& cell) {
    return std::tuple(
        std::ranges::find(manifest.datasets, cell.dataset, &ManifestDataset::name) -
            manifest.datasets.begin(),
        std::ranges::find(manifest.losses, cell.loss) - manifest.losses.begin(),
        std::ranges::find(manifest.regularizers, cell.regularizer) - manifest.regularizers.begin(),
        std::ranges::find(lambdas, cell.lambda) - lambdas.begin(), place_of_method(manifest, cell));
  };
  std::ranges::stable_sort(cells, {}, rank);
  return cells;
}

std::vector<double> setup_seconds(const RunGroup& cell) {
  std::vector<double> seconds;
  for (const std::vector<ResultRow>* run : cell.runs) {
    if (!run_status::is_failed(run->back().status)) seconds.push_back(run->back().setup_seconds);
  }
  return seconds;
}

std::size_t place_of_method(const Manifest& manifest, const RunGroup& cell) {
  return place_of_method(manifest, cell.method, cell.variant);
}

const ManifestDataset& dataset_of(const Manifest& manifest, const ProblemKey& problem) {
  const auto found = std::ranges::find(manifest.datasets, problem.dataset, &ManifestDataset::name);
  if (found == manifest.datasets.end()) {
    throw ResultFileError(fmt::format("the dataset '{}' is not in the manifest", problem.dataset));
  }
  return *found;
}

}  // namespace descent
