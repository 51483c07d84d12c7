#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
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
  std::optional<double> primal_integral{};  ///< the same mean; empty if one is not known
  bool is_least = false;                    ///< of the compared methods, and no lower bound
};

/// Shifted geometric means exp(mean log(t + s)) − s (Achterberg 2007, "Constraint Integer Programming", A.3)
/// of the median CPU time with setup, or passes, over at least two problems. An unsolved problem counts with
/// the largest amount charged to any of the part's methods on it, so that the mean is a lower bound. Only
/// methods that were run on all problems are compared. `rows` is time_to_target_rows().
std::vector<GeometricMean> geometric_means(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                           const ManifestPart& part = {});

const std::vector<Column<GeometricMean>>& geometric_mean_columns();

struct RankTest {
  double share_ahead = 0.5;  ///< of all pairs of a first and a second: the first is less; ties as a half
  double p_value = 1;
};

/// Exact two-sided test that two independent, nonempty samples are of one distribution: the permutation test
/// of Gehan's scores (Gehan 1965, "A generalized Wilcoxon test for comparing arbitrarily singly-censored
/// samples"). Members whose bounds overlap are tied, such as a run beyond its budget and a longer one.
/// Without bounds it is the exact test of Mann and Whitney, also for ties. All divisions into samples of
/// these sizes are counted.
RankTest rank_test(std::span<const Bounds> first, std::span<const Bounds> second);

/// p values corrected for their number (Holm 1979), in the same order.
std::vector<double> holm_corrected(std::span<const double> p_values);

/// Corrected p values up to this one are significant.
inline constexpr double significance = 0.05;

/// A method against a rival on a problem to a target: a line of DIR/tables/all_pairs.csv.
struct MethodPair : GroupKey {
  std::string protocol, rival, rival_variant, axis;
  double target = 0;
  std::uint64_t runs = 0, rival_runs = 0;
  double share_ahead = 0.5, p_value = 1;  ///< see RankTest
  double p_holm = 1;                      ///< over the pairs of the problem, for this target alone
};

/// All pairs of the part's methods on every problem, to every target that its certificate allows: tests of
/// the runs' CPU times with setup, or passes (bounds_on_arrival). In the order of problems, targets, methods.
std::vector<MethodPair> method_pairs(const GroupedResults& results, const ManifestPart& part = {});

const std::vector<Column<MethodPair>>& method_pair_columns();

}  // namespace descent
