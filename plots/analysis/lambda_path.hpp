#pragma once

#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// One line of DIR/tables/lambda_path.csv: time of a method to `path_target` for one λ.
struct LambdaPathRow : TimeToTargetRow {
  double lambda_rows = 0;  ///< λ m; the papers choose 1
};

/// Relative suboptimality of paths.
inline constexpr double path_target = 1e-2;

/// A method along the path.
struct LambdaPathCurve {
  std::size_t method = 0;             ///< index in the manifest
  std::vector<LambdaPathRow> points;  ///< ascending in λ
};

/// A problem for several λ.
struct LambdaPath {
  ManifestDataset dataset;
  std::string loss;
  std::string regularizer;
  std::vector<double> lambdas;          ///< ascending: λ with runs
  std::vector<double> uncertain;        ///< λ whose certificate is missing or has a wide gap
  std::vector<LambdaPathCurve> curves;  ///< in the manifest's order, including points of an uncertain λ
};

/// Paths of a results folder: every dataset, loss and regulariser with runs for at least three λ, at least
/// one of them with a certified optimum.
std::vector<LambdaPath> lambda_paths(const GroupedResults& results);

}  // namespace descent
