#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/results/drawing.hpp"
#include "support/records/group_key.hpp"

namespace descent {

/// One point of an averaged curve: a line of DIR/curves.csv. Meanings and units are those of curve_columns().
struct CurvePoint : GroupKey {
  std::uint64_t point = 0;
  std::optional<double> cpu_seconds;
  std::optional<double> passes;
  std::optional<double> updates;
  std::optional<double> setup_seconds_mean;
  std::optional<double> objective_mean;
  std::optional<double> objective_median;
  std::optional<double> objective_p10;
  std::optional<double> objective_p90;
  std::optional<double> lower_bound;
  std::optional<double> suboptimality_mean;
  std::optional<double> suboptimality_median;
  std::optional<double> suboptimality_p10;
  std::optional<double> suboptimality_p90;
  std::optional<double> density_mean;
  std::optional<double> support_recall_mean;
  std::optional<double> support_false_mean;
  std::optional<double> train_error_mean;
  std::optional<double> test_error_mean;
  std::uint64_t runs = 0;
  std::uint64_t failed_runs = 0;
  std::uint64_t ended_runs = 0;  ///< of the whole curve: ended by the method itself; not in the file
  /// True if the runs of the whole curve agree wherever they have done equal work, as those of a method
  /// without random numbers do: they differ in their times alone. Not in the file.
  bool runs_agree = false;
  std::string form = "mean";
  std::optional<double> l2_factor;
};

/// The columns of curves.csv, in order: the only place where they are listed.
const std::vector<Column<CurvePoint>>& curve_columns();

/// SHA-256 of curves.csv as write_curves() writes it.
std::string checksum_of(std::span<const CurvePoint> curves);

/// Writes FOLDER/curves.csv, whole or not at all, and returns its path. Throws ResultFileError.
std::filesystem::path write_curves(const DrawnFolder& folder, std::span<const CurvePoint> curves);

}  // namespace descent
