#pragma once

#include <string>
#include <vector>

#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// One line of DIR/tables/lambda_path.csv: how long a method took to `path_target` under one λ.
struct LambdaPathRow : TimeToTargetRow {
  double lambda_rows = 0;  ///< λ m, of which the papers' choice is 1
};

/// The relative suboptimality that paths are made for.
inline constexpr double path_target = 1e-2;

/// A method along the path.
struct LambdaPathCurve {
  std::size_t method = 0;             ///< its place in the manifest
  std::vector<LambdaPathRow> points;  ///< ascending in λ
};

/// What a problem becomes under several λ.
struct LambdaPath {
  ManifestDataset dataset;
  std::string loss;
  std::string regularizer;
  std::vector<double> lambdas;    ///< ascending: those that something was run for
  std::vector<double> uncertain;  ///< of these, the ones whose certificate cannot tell: none, or a wide gap
  std::vector<LambdaPathCurve> curves;  ///< in the manifest's order; points of an uncertain λ included
};

/// The paths of a results folder: of every dataset, loss and regulariser with runs for three λ or more, at
/// least one of them with a certified optimum.
std::vector<LambdaPath> lambda_paths(const GroupedResults& results);

}  // namespace descent
