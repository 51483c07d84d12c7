#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// One line of DIR/tables/iterations.csv: the end of a run in iterations and points.
struct IterationsRow : GroupKey {
  std::uint64_t seed = 0;
  std::string status;
  std::uint64_t iterations = 0;
  std::optional<std::uint64_t> outer_iterations{};
  /// The first outer iteration took more than `first_outer_above` and at most `first_outer_within`
  /// iterations, by the last checkpoint before its completion and the first after it.
  std::optional<std::uint64_t> first_outer_above{}, first_outer_within{};
  std::uint64_t train_rows = 0;
  std::optional<std::uint64_t> train_errors{};  ///< none in regression
  std::uint64_t test_rows = 0;
  std::optional<std::uint64_t> test_errors{};
};

const std::vector<Column<IterationsRow>>& iterations_columns();

/// End of one run of the group.
IterationsRow iterations_row(const RunGroup& group, const std::vector<ResultRow>& run,
                             const ManifestDataset& dataset);

/// Every run of the results, including methods without outer iterations; empty if no method has them.
std::vector<IterationsRow> iterations_rows(const GroupedResults& results);

}  // namespace descent
