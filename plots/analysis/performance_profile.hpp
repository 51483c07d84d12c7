#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Staircase of one method: the share of the problems that it solves within a cost.
struct ProfileCurve {
  std::size_t method = 0;      ///< index in the manifest
  std::vector<double> ratios;  ///< ascending, of the problems that it solves: ≥ 1, to the lowest cost
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
  double target = 0;  ///< relative suboptimality of a solved problem
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;        ///< problems that no method solves
  std::vector<ProfileCurve> curves;  ///< at least two, in the manifest's order
};

/// Panels of each loss and regulariser with at least two methods. There is one for every target from 10⁻¹ to
/// 10⁻⁶ that some method reaches on `fewest_problems`, if their certificates allow it. Only the methods of
/// one of the manifest's parts are compared, part by part.
std::vector<ProfilePanel> performance_profiles(const GroupedResults& results);

/// ρ(τ): share of the panel's problems that the curve's method solves within a ratio.
double share_within(const ProfilePanel& panel, const ProfileCurve& curve, double ratio);

/// One step of a staircase: a line of DIR/tables/performance_profile.csv.
struct ProfileStep {
  std::string experiment, protocol, loss, regularizer, method, variant, axis;
  double target = 0;
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;
  double ratio = 0;  ///< τ
  double share = 0;
};

const std::vector<Column<ProfileStep>>& profile_columns();

/// Content of performance_profile.csv; empty without panels.
std::string profile_csv(const Manifest& manifest, std::span<const ProfilePanel> panels);

}  // namespace descent
