#pragma once

#include <cstdint>

#include "solvers/problem/problem.hpp"

namespace descent {

/// What the processes of a method divide among themselves: each has all entries of its rows, or of its
/// columns.
enum class Shared { rows, columns };

/// What one of several processes has of a problem: some of its rows or columns, and what it has to know of
/// all of them.
struct ProblemShare {
  /// Rows and targets of this process, the loss and the regulariser. Its m(), and so c() and objective(), are
  /// not those of the whole. Where columns are shared it has all rows and targets, and n() columns, of which
  /// others' are empty.
  const Problem& own;
  std::uint64_t nonzeros = 0;  ///< of the whole
  double c = 0;                ///< C = 1/(λ m), of the whole
  double lambda_rows = 0;      ///< λ m, of the whole

  /// Of a process that has all of it.
  static ProblemShare whole(const Problem& problem) {
    return {problem, static_cast<std::uint64_t>(problem.rows().nonzeros()), problem.c(),
            problem.lambda() * problem.m()};
  }

  /// Of one that has `own` out of so many rows.
  static ProblemShare part(const Problem& own, Index rows, Offset nonzeros) {
    return {own, static_cast<std::uint64_t>(nonzeros), 1 / (own.lambda() * rows), own.lambda() * rows};
  }
};

}  // namespace descent
