#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/run_groups.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// Cost of a method to a target with some number of processes: one line of DIR/tables/scaling.csv. Medians
/// over the runs, at the first checkpoint of row_of_arrival(); empty if the median run did not arrive.
struct ScalingRow : GroupKey {
  std::string label;
  std::string family;  ///< the variant without the number of processes; rows of a family are compared
  std::uint64_t processes = 0;
  double target = 0;  ///< of (F(w) − D*)/D*
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  std::optional<double> rounds{}, bytes_sent{}, entries_touched{}, cpu_seconds{};
  /// Also empty if processes had no core each, as with more processes than cores.
  std::optional<double> wall_seconds{};
};

/// Targets of the rows; figures show the first.
inline constexpr double scaling_targets[] = {1e-3, 1e-6};

/// Rows of all methods that can use several processes, by problem and family; empty without such methods.
std::vector<ScalingRow> scaling_rows(const GroupedResults& results);

const std::vector<Column<ScalingRow>>& scaling_columns();

}  // namespace descent
