#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// s of a shifted geometric mean: 0.01 CPU seconds, or one pass. Costs far below it hardly count.
constexpr double geometric_shift(Axis axis) {
  return axis == Axis::passes ? 1 : 0.01;
}

/// A method over the problems of a loss and regulariser, and a target: a line of
/// DIR/tables/geometric_mean.csv.
struct GeometricMean {
  std::string experiment, protocol, loss, regularizer, method, variant, axis;
  double target = 0;
  std::uint64_t problems = 0;  ///< with a certificate that suffices for the target
  std::uint64_t unsolved = 0;  ///< problems whose median run misses the target
  double mean = 0;
  bool is_least = false;  ///< of the compared methods, and no lower bound
};

/// Shifted geometric means exp(mean log(t + s)) − s (Achterberg 2007, "Constraint Integer Programming", A.3)
/// of the median CPU time with setup, or passes, over at least two problems. An unsolved problem counts with
/// the largest amount charged to any of the part's methods on it, so that the mean is a lower bound. Only
/// methods that were run on all problems are compared. `rows` is time_to_target_rows().
std::vector<GeometricMean> geometric_means(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                           const ManifestPart& part = {});

const std::vector<Column<GeometricMean>>& geometric_mean_columns();

}  // namespace descent
