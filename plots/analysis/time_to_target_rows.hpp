#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/csv_table.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// One line of DIR/tables/time_to_target.csv: a method on a problem, and a target on one of the scales.
struct TimeToTargetRow : GroupKey {
  TimeToTarget time;
  std::optional<double> setup_seconds_median;  ///< of the runs that have not failed
  std::optional<double> tuning_cpu_seconds;    ///< of the method on the problem, as in the manifest
  std::optional<double> start_suboptimality;   ///< (F(0) − D*)/D*, which turns one scale into the other
  /// Whether the target lies within the problem's certified gap: D* may be that much below the optimum, so
  /// nobody can tell when it is reached.
  bool is_below_certificate = false;
  std::string form = "mean";        ///< of λ, as the manifest has it
  std::optional<double> l2_factor;  ///< under l2 alone
};

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns();

/// How long a cell's runs took to a target; nothing where its problem has no lower bound.
std::optional<TimeToTargetRow> time_to_target_row(const Manifest& manifest, const RunGroup& cell,
                                                  double target, TargetScale scale = TargetScale::optimum);

/// For every cell of the results that has a lower bound a row for every target from 10⁻¹ to 10⁻⁶ on the
/// optimum's scale, and as many on that of the start.
std::vector<TimeToTargetRow> time_to_target_rows(const GroupedResults& results);

/// Whether the scales differ by more than a factor of 2 on the problem of these rows, so that people want the
/// tables of both.
bool scales_differ(std::span<const TimeToTargetRow> problem);

}  // namespace descent
