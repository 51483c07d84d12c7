#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/scaling.hpp"
#include "support/records/manifest.hpp"

namespace descent {

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
