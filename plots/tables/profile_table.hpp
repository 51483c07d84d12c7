#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/performance_profile.hpp"
#include "plots/results/drawing.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// One step of a profile: a line of DIR/tables/performance_profile.csv.
struct ProfileStep {
  std::string experiment, protocol, loss, regularizer, method, variant, cost;
  double target = 0;
  std::uint64_t problems = 0;
  std::uint64_t unsolved = 0;
  double ratio = 0;  ///< τ
  double share = 0;  ///< ρ(τ)
};

const std::vector<Column<ProfileStep>>& profile_columns();

/// Writes FOLDER/tables/performance_profile.csv; returns its path. Throws ResultFileError.
std::vector<std::filesystem::path> write_profile_table(const DrawnFolder& folder, const Manifest& manifest,
                                                       std::span<const ProfilePanel> panels);

}  // namespace descent
