#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/run_groups.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// One line of DIR/tables/time_to_target.csv: a method on a problem, and a target on a scale.
struct TimeToTargetRow : GroupKey {
  TimeToTarget time;
  std::optional<double> setup_seconds_median;  ///< of the runs that did not fail
  std::optional<double> tuning_cpu_seconds;    ///< of the method on the problem, as in the manifest
  std::optional<double> start_suboptimality;   ///< (F(0) − D*)/D*, the factor between the scales
  /// True if the target lies within the problem's certified gap: D* may be that far below the optimum, so
  /// arrival cannot be known.
  bool is_below_certificate = false;
  std::string form = "mean";        ///< of λ, as in the manifest
  std::optional<double> l2_factor;  ///< only under l2
};

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns();

/// Times of a cell's runs to a target; empty if its problem has no lower bound.
std::optional<TimeToTargetRow> time_to_target_row(const Manifest& manifest, const RunGroup& cell,
                                                  double target, TargetScale scale = TargetScale::optimum);

/// For every cell with a lower bound, a row for every target from 10⁻¹ to 10⁻⁶ on either scale.
std::vector<TimeToTargetRow> time_to_target_rows(const GroupedResults& results);

/// True if the scales differ by more than a factor of 2 on the problem of these rows, so that tables of both
/// are useful.
bool scales_differ(std::span<const TimeToTargetRow> problem);

}  // namespace descent
