#pragma once

#include <optional>
#include <span>

#include "support/records/result_schema.hpp"

namespace descent {

/// A number of a run's checkpoints that a page can draw, in the unit of its column.
struct ReportQuantity {
  const char* name;  ///< in the page's script
  std::optional<double> (*value)(const ResultRow&);
};

/// Choices for a horizontal axis: cpu_seconds, wall_seconds, passes, updates.
std::span<const ReportQuantity> report_positions();

/// Choices for a vertical axis. proved_gap is the objective minus the best bound that the run proved itself.
std::span<const ReportQuantity> report_quantities();

}  // namespace descent
