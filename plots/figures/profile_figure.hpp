#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plots/analysis/performance_profile.hpp"
#include "plots/results/csv_table.hpp"

namespace descent {

/// One step of a profile: a line of DIR/tables/performance_profile.csv.
struct ProfileStep {
  std::string experiment, loss, regularizer, method, variant, cost;
  double target = 0;
  std::uint64_t problems = 0;
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
