#include "plots/results_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/kept_run.hpp"

namespace descent {
namespace {

void check_run(const std::vector<ResultRow>& rows, const Manifest& manifest,
               const std::filesystem::path& path) {
  const ResultRow& first = rows.front();
  const auto& datasets = manifest.datasets;
  if (std::ranges::none_of(datasets, [&](const auto& dataset) { return dataset.name == first.dataset; })) {
    throw ResultFileError(
        fmt::format("{}: the dataset '{}' is not in the manifest", path.string(), first.dataset));
  }
  if (std::ranges::find(manifest.losses, first.loss) == manifest.losses.end()) {
    throw ResultFileError(fmt::format("{}: the loss '{}' is not in the manifest", path.string(), first.loss));
  }
  if (std::ranges::find(manifest.regularizers, first.regularizer) == manifest.regularizers.end()) {
    throw ResultFileError(
        fmt::format("{}: the regularizer '{}' is not in the manifest", path.string(), first.regularizer));
  }
  if (method_of(manifest, first.method, first.variant) == nullptr) {
    throw ResultFileError(fmt::format("{}: the method '{}' with variant '{}' is not in the manifest",
                                      path.string(), first.method, first.variant));
  }
}

}  // namespace

ResultsFolder read_results_folder(const std::filesystem::path& folder) {
  ResultsFolder results;
  results.manifest = read_manifest(folder);
  for (const std::string& id : results.manifest.runs) {
    const auto path = run_file(folder, id);
    if (!std::filesystem::exists(path)) {
      results.missing.push_back(id);
      continue;
    }
    auto rows = read_run(folder, id);
    check_run(rows, results.manifest, path);
    results.runs.push_back(std::move(rows));
  }
  return results;
}

}  // namespace descent
