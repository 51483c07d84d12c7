#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Staircase of one method: the share of its pairs that it reaches within a cost.
struct ProfileCurve {
  std::size_t method = 0;  ///< index in the manifest
  /// Ascending, of the pairs that it reaches: of a profile, ratios ≥ 1 to the lowest cost; of a distribution,
  /// times or passes.
  std::vector<double> costs;
  std::uint64_t pairs = 0;  ///< of a profile, its problems; of a distribution, its targets and runs
};

/// Solved problems that a profile needs: a staircase of one or two steps shows less than the times.
inline constexpr std::uint64_t fewest_problems = 3;

/// A performance profile (Dolan and Moré 2002, §2) for one loss, regulariser and target. The cost of a
/// problem (dataset and λ) is the median over the seeds of the time to the target, without setup: CPU
/// seconds, or passes if these are the manifest's axis. Within bounds, the upper end counts; the cost is
/// infinite if the median run misses the target. Seeds are not separate problems, because they would count
/// the same step several times.
///
/// As usual, only methods that were run on every problem are compared. A problem that a method does not solve
/// has ratio ∞. A problem that no method solves still counts, so a curve ends at the share that its method
/// solves at all. Problems whose certified gap exceeds the target are left out.
struct ProfilePanel {
  std::string protocol;  ///< of the part; empty without protocols
  std::string loss;
  std::string regularizer;
  double target = 0;  ///< relative suboptimality of a solved problem; 0: a distribution over all targets
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;        ///< problems that no method solves; of a distribution, at any target
  std::vector<ProfileCurve> curves;  ///< at least two, in the manifest's order
};

/// Panels of each loss and regulariser with at least two methods. There is one for every target from 10⁻¹ to
/// 10⁻⁶ that some method reaches on `fewest_problems`, if their certificates allow it. Only the part's
/// methods are compared.
std::vector<ProfilePanel> performance_profiles(const GroupedResults& results, const ManifestPart& part = {});

/// Empirical distributions of runtimes, the anytime view of COCO (Hansen et al. 2021, "COCO: a platform for
/// comparing continuous optimizers in a black-box setting"). They count all pairs of a problem's run and a
/// target from 10⁻¹ to 10⁻⁶ that the problem's certificate allows. The cost is the run's CPU time with setup,
/// or passes; a run that was cut off, ended or failed before the target has not reached it. Methods are
/// chosen as for profiles. One panel for each loss and regulariser with two methods and two problems if any
/// target is reached.
std::vector<ProfilePanel> runtime_distributions(const GroupedResults& results, const ManifestPart& part = {});

/// Share of the curve's pairs within a cost: ρ(τ) of a profile.
double share_within(const ProfileCurve& curve, double cost);

/// One step of a staircase: a line of DIR/tables/performance_profile.csv or runtime_distribution.csv.
struct ProfileStep {
  std::string experiment, protocol, loss, regularizer, method, variant, axis;
  double target = 0;
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;
  std::uint64_t pairs = 0;
  double cost = 0;  ///< τ of a profile
  double share = 0;
};

const std::vector<Column<ProfileStep>>& profile_columns();
const std::vector<Column<ProfileStep>>& runtime_columns();

/// Content of performance_profile.csv and of runtime_distribution.csv.
std::string profile_csv(const Manifest& manifest, std::span<const ProfilePanel> panels);
std::string runtime_csv(const Manifest& manifest, std::span<const ProfilePanel> panels);

}  // namespace descent
