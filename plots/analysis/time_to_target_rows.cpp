#include "plots/analysis/time_to_target_rows.hpp"

#include <algorithm>

#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

/// (F(0) − D*)/D* of the runs that did not fail, all of which start at w = 0.
std::optional<double> start_suboptimality(const RunGroup& cell) {
  for (const auto* run : cell.runs) {
    const auto optimum = unit_of(*run, TargetScale::optimum);
    const auto start = unit_of(*run, TargetScale::start);
    if (optimum && start) return *start / *optimum;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TimeToTargetRow> time_to_target_row(const Manifest& manifest, const RunGroup& cell,
                                                  double target, TargetScale scale) {
  const ManifestOptimum* optimum = certificate_of(manifest, cell.problem());
  if (optimum == nullptr) return std::nullopt;
  const auto start = start_suboptimality(cell);
  const auto setups = setup_seconds(cell);
  double gap = certified_gap(*optimum);
  if (scale == TargetScale::start && start) gap /= *start;
  return TimeToTargetRow{cell,
                         time_to_target(cell, target, scale),
                         setups.empty() ? std::nullopt : std::optional(quantile(setups, 0.5)),
                         tuning_cpu_seconds(manifest, cell),
                         start,
                         gap > target,
                         std::string(manifest.form.name()),
                         cell.regularizer == "l2" ? std::optional(manifest.form.l2_factor) : std::nullopt};
}

std::vector<TimeToTargetRow> time_to_target_rows(const GroupedResults& results) {
  std::vector<TimeToTargetRow> rows;
  for (const RunGroup& cell : results.groups) {
    for (const TargetScale scale : target_scales) {
      for (const double target : relative_targets) {
        if (auto row = time_to_target_row(results.manifest, cell, target, scale))
          rows.push_back(std::move(*row));
      }
    }
  }
  return rows;
}

bool scales_differ(std::span<const TimeToTargetRow> problem) {
  return std::ranges::any_of(problem, [](const TimeToTargetRow& row) {
    return row.start_suboptimality > 2 || row.start_suboptimality.value_or(1) < 0.5;
  });
}

}  // namespace descent
