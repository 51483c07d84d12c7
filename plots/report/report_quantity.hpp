#pragma once

#include <optional>
#include <span>

#include "plots/results/result_schema.hpp"

namespace descent {

/// A number of a run's checkpoints that a page can draw, in the unit of the column that it is from.
struct ReportQuantity {
  const char* name;  ///< as the page's script calls it
  std::optional<double> (*value)(const ResultRow&);
};

/// What may stand on a horizontal axis: cpu_seconds, wall_seconds, passes, updates.
std::span<const ReportQuantity> report_positions();

/// What may stand on a vertical axis. proved_gap is the objective less the best bound that the run has proved
/// itself.
std::span<const ReportQuantity> report_quantities();

}  // namespace descent
