#include "plots/analysis/lambda_path.hpp"

#include <algorithm>
#include <tuple>

namespace descent {
namespace {

constexpr std::size_t fewest_lambdas = 3;

/// Its λ and everything that has been run for them, whether it can be judged or not.
std::vector<LambdaPath> paths_run(const std::vector<RunGroup>& cells, const Manifest& manifest) {
  std::vector<LambdaPath> paths;
  for (const RunGroup& cell : cells) {
    auto path = std::ranges::find_if(paths, [&](const LambdaPath& other) {
      return std::tie(other.dataset.name, other.loss, other.regularizer) ==
             std::tie(cell.dataset, cell.loss, cell.regularizer);
    });
    if (path == paths.end()) {
      paths.push_back({dataset_of(manifest, cell), cell.loss, cell.regularizer, {}, {}, {}});
      path = paths.end() - 1;
    }
    const auto place = std::ranges::lower_bound(path->lambdas, cell.lambda);
    if (place == path->lambdas.end() || *place != cell.lambda) path->lambdas.insert(place, cell.lambda);
  }
  std::erase_if(paths, [](const LambdaPath& path) { return path.lambdas.size() < fewest_lambdas; });
  return paths;
}

void add_point(LambdaPath& path, std::size_t method, const TimeToTargetRow& row) {
  auto curve = std::ranges::find(path.curves, method, &LambdaPathCurve::method);
  if (curve == path.curves.end()) curve = path.curves.insert(path.curves.end(), {method, {}});
  const auto place = std::ranges::lower_bound(curve->points, row.lambda, {}, &LambdaPathRow::lambda);
  curve->points.insert(place, {row, row.lambda * static_cast<double>(path.dataset.rows)});
}

/// The λ under which no method's time can be told.
std::vector<double> uncertain_lambdas(const LambdaPath& path) {
  std::vector<double> lambdas = path.lambdas;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (!row.is_below_certificate) std::erase(lambdas, row.lambda);
    }
  }
  return lambdas;
}

}  // namespace

std::vector<LambdaPath> lambda_paths(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  const std::vector<RunGroup> cells = run_groups(results);
  std::vector<LambdaPath> paths = paths_run(cells, manifest);
  for (const RunGroup& cell : cells) {
    const auto path = std::ranges::find_if(paths, [&](const LambdaPath& other) {
      return std::tie(other.dataset.name, other.loss, other.regularizer) ==
             std::tie(cell.dataset, cell.loss, cell.regularizer);
    });
    if (path == paths.end()) continue;
    if (const auto row = time_to_target_row(manifest, cell, path_target)) {
      add_point(*path, place_of_method(manifest, cell), *row);
    }
  }
  for (LambdaPath& path : paths) {
    std::ranges::sort(path.curves, {}, &LambdaPathCurve::method);
    path.uncertain = uncertain_lambdas(path);
  }
  std::erase_if(paths, [](const LambdaPath& path) { return path.uncertain.size() == path.lambdas.size(); });
  return paths;
}

}  // namespace descent
