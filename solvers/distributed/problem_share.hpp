#pragma once

#include <cstdint>

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

}  // namespace descent
