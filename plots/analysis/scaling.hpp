#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/manifest.hpp"

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

/// A problem without its number of training rows.
struct ProblemOfAnySize {
  std::string data;  ///< name of the full data
  std::string weighting, loss, regularizer;
  std::string lambda;  ///< as written: "1/m" for every m
  friend auto operator<=>(const ProblemOfAnySize&, const ProblemOfAnySize&) = default;
};

ProblemOfAnySize of_any_size(const Manifest& manifest, const ProblemKey& problem);

/// A line of DIR/tables/weak_scaling.csv.
struct WeakScalingRow : ScalingRow {
  std::string data;        ///< as in ProblemOfAnySize
  std::uint64_t rows = 0;  ///< of the problem
  /// Wall time with the fewest processes over the wall time here: 1 if it stays the same. Empty if one of
  /// them is.
  std::optional<double> efficiency{};
};

/// A problem that grows with the processes: each has as many rows, within one per cent.
struct WeakScaling {
  ProblemOfAnySize problem;
  std::uint64_t rows_per_process = 0;  ///< for the fewest processes
  /// By method, family, processes and target, for each method with its settings that was run with several
  /// numbers of processes.
  std::vector<WeakScalingRow> rows;
};

/// From problems that are random parts of the same rows, or all of them; empty if no method was run so.
std::vector<WeakScaling> weak_scalings(const Manifest& manifest, std::span<const ScalingRow> rows);

/// Name of the data, with "(stand-in)" if it is one.
std::string title_of(const Manifest& manifest, const WeakScaling& scaling);

const std::vector<Column<WeakScalingRow>>& weak_scaling_columns();

}  // namespace descent
