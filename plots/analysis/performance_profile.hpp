#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plots/results/manifest.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// ρ of one method: ρ(τ) is the share of problems that it solves within τ times the cost of the cheapest.
struct ProfileCurve {
  std::size_t method = 0;      ///< its place in the manifest
  std::vector<double> ratios;  ///< ≥ 1, ascending: of the problems that it solves
};

/// Fewer problems that some method solves make no profile: a staircase of one or two steps says less than
/// their times.
inline constexpr std::uint64_t fewest_problems = 3;

/// A performance profile (Dolan and Moré 2002, §2) for one loss, one regulariser and one target. The cost of
/// a problem (a dataset and λ) is the median over the seeds of the time to the target: CPU seconds, or passes
/// where these are the manifest's axis, without setup; where it is known within bounds, their upper end. It
/// is infinite where the median run does not get there. Seeds are no problems of their own: they would count
/// the same step several times.
///
/// As usual only methods that were run on every problem are compared. A problem that a method does not solve
/// has the ratio ∞; one that no method solves stays in the number of problems, so that the right end of a
/// curve is the share that its method solves at all. Problems whose certificate's gap exceeds the target are
/// left out.
struct ProfilePanel {
  std::string protocol;  ///< of the part; empty without protocols
  std::string loss;
  std::string regularizer;
  double target = 0;  ///< relative suboptimality that counts as solved
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;        ///< problems that no method solves
  std::vector<ProfileCurve> curves;  ///< two or more, in the manifest's order
};

/// The panels of each loss and regulariser with two methods to compare: a panel for every target from 10⁻¹ to
/// 10⁻⁶ that some method reaches on `fewest_problems`, whose certificates must allow it. Only the part's
/// methods are compared.
std::vector<ProfilePanel> performance_profiles(const GroupedResults& results, const ManifestPart& part = {});

/// ρ(τ) of a panel's curve.
double share_within(const ProfilePanel& panel, const ProfileCurve& curve, double ratio);

}  // namespace descent
