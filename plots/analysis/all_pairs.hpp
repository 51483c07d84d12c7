#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

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
