#include "plots/analysis/lambda_path.hpp"

#include <algorithm>
#include <tuple>

namespace descent {
namespace {

constexpr std::size_t fewest_lambdas = 3;

/// The group's path; a new one if there is none yet.
LambdaPath& path_of(const RunGroup& group, const Manifest& manifest, std::vector<LambdaPath>& paths) {
  for (LambdaPath& path : paths) {
    if (std::tie(path.dataset.name, path.loss, path.regularizer) ==
        std::tie(group.dataset, group.loss, group.regularizer))
      return path;
  }
  return paths.emplace_back(
      LambdaPath{dataset_of(manifest, group), group.loss, group.regularizer, {}, {}, {}});
}

void add_point(LambdaPath& path, std::size_t method, const TimeToTargetRow& row) {
  auto curve = std::ranges::find(path.curves, method, &LambdaPathCurve::method);
  if (curve == path.curves.end()) curve = path.curves.insert(path.curves.end(), {method, {}});
  const auto place = std::ranges::lower_bound(curve->points, row.lambda, {}, &LambdaPathRow::lambda);
  curve->points.insert(place, {row, row.lambda * static_cast<double>(path.dataset.rows)});
}

/// λ for which no method's time can be known.
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

std::vector<LambdaPath> lambda_paths(const GroupedResults& results) {
  const Manifest& manifest = results.manifest;
  std::vector<LambdaPath> paths;
  for (const RunGroup& group : results.groups) {
    LambdaPath& path = path_of(group, manifest, paths);
    const auto place = std::ranges::lower_bound(path.lambdas, group.lambda);
    if (place == path.lambdas.end() || *place != group.lambda) path.lambdas.insert(place, group.lambda);
    if (const auto row = time_to_target_row(manifest, group, path_target))
      add_point(path, place_of_method(manifest, group), *row);
  }
  for (LambdaPath& path : paths) {
    std::ranges::sort(path.curves, {}, &LambdaPathCurve::method);
    path.uncertain = uncertain_lambdas(path);
  }
  std::erase_if(paths, [](const LambdaPath& path) {
    return path.lambdas.size() < fewest_lambdas || path.uncertain.size() == path.lambdas.size();
  });
  return paths;
}

}  // namespace descent
