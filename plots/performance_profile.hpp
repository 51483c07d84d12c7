#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plots/csv_table.hpp"
#include "plots/results_folder.hpp"

namespace descent {

/// ρ of one method: ρ(τ) is the share of instances that it solves within τ times the cost of the cheapest.
struct ProfileCurve {
  std::size_t method = 0;      ///< its place in the manifest
  std::vector<double> ratios;  ///< ≥ 1, ascending: of the instances that it solves
};

/// A performance profile (Dolan and Moré 2002, §2) for one loss, one regulariser and one target. The cost is
/// that of arrival(): CPU seconds, or passes where these are the manifest's axis, without setup.
///
/// As usual only methods that were run on every problem are compared. An instance is a problem (dataset and
/// λ) and a seed that all of them have: so the spread over the seeds counts, where the medians of four
/// problems would make five steps, and every problem still counts as much as its seeds. An instance that a
/// method does not solve has the ratio ∞; one that no method solves stays in the number of instances, so that
/// the right end of a curve is the share that its method solves at all. Problems whose certificate's gap
/// exceeds the target are left out.
struct ProfilePanel {
  std::string loss;
  std::string regularizer;
  double target = 0;  ///< relative suboptimality that counts as solved
  std::uint64_t problems = 0;
  std::uint64_t instances = 0;
  std::uint64_t unsolved = 0;        ///< instances that no method solves
  std::vector<ProfileCurve> curves;  ///< two or more, in the manifest's order
};

/// The panels of each loss and regulariser with two methods to compare: a panel a target from 10⁻¹ to 10⁻⁶
/// that some problem's certificate allows.
std::vector<ProfilePanel> performance_profiles(const ResultsFolder& results);

/// ρ(τ) of a panel's curve.
double share_within(const ProfilePanel& panel, const ProfileCurve& curve, double ratio);

/// One step of a profile: a line of DIR/tables/performance_profile.csv.
struct ProfileStep {
  std::string experiment, loss, regularizer, method, variant, cost;
  double target = 0;
  std::uint64_t problems = 0;
  std::uint64_t instances = 0;
  std::uint64_t unsolved = 0;
  double ratio = 0;  ///< τ
  double share = 0;  ///< ρ(τ)
};

const std::vector<Column<ProfileStep>>& profile_columns();

struct ProfileFiles {
  std::filesystem::path table;                  ///< DIR/tables/performance_profile.csv
  std::filesystem::path script;                 ///< DIR/figures/NAME-profile.gp
  std::vector<std::filesystem::path> pictures;  ///< DIR/figures/NAME-profile.pdf, .svg and .png
};

/// Writes table and figure; nothing when there is no panel. Throws ResultFileError; the table, the script and
/// its data files are there even when gnuplot is not.
std::optional<ProfileFiles> write_performance_profile(const std::filesystem::path& folder,
                                                      const ResultsFolder& results);

}  // namespace descent
