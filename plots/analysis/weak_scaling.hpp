#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/scaling.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// A problem but for its number of training rows.
struct ProblemOfAnySize {
  std::string data;  ///< what all of its rows are called
  std::string weighting, loss, regularizer;
  std::string lambda;  ///< as it is written: "1/m" of every m
  friend auto operator<=>(const ProblemOfAnySize&, const ProblemOfAnySize&) = default;
};

ProblemOfAnySize of_any_size(const Manifest& manifest, const ProblemKey& problem);

/// A line of DIR/tables/weak_scaling.csv.
struct WeakScalingRow : ScalingRow {
  std::string data;        ///< as in ProblemOfAnySize
  std::uint64_t rows = 0;  ///< of the problem
  /// Wall time of the fewest processes over that of these: 1 where it stays the same. Empty where one of them
  /// is.
  std::optional<double> efficiency{};
};

/// A problem that grows with the processes: each has as many rows, to a hundredth.
struct WeakScaling {
  ProblemOfAnySize problem;
  std::uint64_t rows_per_process = 0;  ///< of the fewest processes
  /// By method, family, processes and target; all of a method with settings of its own, that was run with
  /// several numbers of processes.
  std::vector<WeakScalingRow> rows;
};

/// From problems that are random parts of the same rows, or all of them; none where no method was run so.
std::vector<WeakScaling> weak_scalings(const Manifest& manifest, std::span<const ScalingRow> rows);

/// The data, "(stand-in)" behind it if it is.
std::string title_of(const Manifest& manifest, const WeakScaling& scaling);

const std::vector<Column<WeakScalingRow>>& weak_scaling_columns();

}  // namespace descent
