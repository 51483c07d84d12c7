#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/csv_table.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// What a method took to a target in some number of processes: one line of DIR/tables/scaling.csv. Medians
/// over the runs, at the first checkpoint of row_of_arrival(); empty where the median run did not arrive.
struct ScalingRow : GroupKey {
  std::string label;
  std::string family;  ///< the variant without the number of processes: what is compared with each other
  std::uint64_t processes = 0;
  double target = 0;  ///< of (F(w) − D*)/D*
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  std::optional<double> rounds{}, bytes_sent{}, entries_touched{}, cpu_seconds{};
  /// Empty as well where processes had no cores of their own, as more processes than cores have not.
  std::optional<double> wall_seconds{};
};

/// The targets that there are rows for; figures show the first one.
inline constexpr double scaling_targets[] = {1e-3, 1e-6};

/// Of all methods that can work in several processes, by problem and family; none where none does.
std::vector<ScalingRow> scaling_rows(const GroupedResults& results);

const std::vector<Column<ScalingRow>>& scaling_columns();

}  // namespace descent
