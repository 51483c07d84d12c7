#pragma once

#include <cstdint>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/parsed/parsed_file.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Each process has all entries of its rows, or of its columns.
enum class Shared { rows, columns };

/// Share of one process: some of the problem's rows or columns, and what it must know of the whole.
struct ProblemShare {
  /// Rows and targets of this process, with loss and regulariser. Its m(), c() and objective() are not the
  /// whole's. If columns are shared, it has all rows and targets and n() columns; other processes' columns
  /// are empty.
  const Problem& own;
  std::uint64_t nonzeros = 0;  ///< of the whole
  double c = 0;                ///< C = 1/(λ m), of the whole
  double lambda_rows = 0;      ///< λ m, of the whole

  /// The share of a process that has the whole problem.
  static ProblemShare whole(const Problem& problem) {
    return {problem, static_cast<std::uint64_t>(problem.rows().nonzeros()), problem.c(),
            problem.lambda() * problem.m()};
  }

  /// The share of a process that has `own` out of `rows` rows.
  static ProblemShare part(const Problem& own, Index rows, Offset nonzeros) {
    return {own, static_cast<std::uint64_t>(nonzeros), 1 / (own.lambda() * rows), own.lambda() * rows};
  }
};

/// Part number `part`, from 0, of `parts` of a sample whose columns are shared: all rows with their labels,
/// and copies of the entries in its columns. These are a range with about as many entries as in other parts.
/// The width stays.
inline Sample columns_of_part(const Sample& sample, int part, int parts) {
  // Columns are lines of the other direction, and are divided like rows.
  const std::vector<Offset> by_columns = column_starts(sample.rows);
  const auto [first, last] = rows_of_part(by_columns, part, parts);
  std::vector<Index> own(static_cast<std::size_t>(sample.rows.inner_size()), -1);
  for (Index j = first; j < last; ++j) own[static_cast<std::size_t>(j)] = j;
  return {select_entries(sample.rows, own, sample.rows.inner_size()), sample.labels};
}

}  // namespace descent
