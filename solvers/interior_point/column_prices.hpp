#pragma once

#include <span>
#include <vector>

#include "solvers/problem/problem.hpp"

namespace descent {

/// What dual weights a of an L1-regularised problem say about its columns: v = Zᵀa/m (docs/methods.md §10).
/// Column j can only improve a solution that does without it if |v_j| > λ.
class ColumnPrices {
 public:
  explicit ColumnPrices(const Problem& problem);

  /// Prices all columns, in one walk over the rows. Returns the dual value of a as Problem::lower_bound does,
  /// for m dual weights in [0, 1] of the hinge loss.
  double compute(std::span<const double> a);

  /// |v_j|/λ: from 1 on the column is worth a weight.
  double operator[](Index j) const { return relative_[static_cast<std::size_t>(j)]; }

  /// Zᵀa in the given columns.
  std::vector<double> sums(std::span<const Index> columns) const;

  /// The `most` dearest (of equal ones, the first) of the columns that cost `least` or more and are not among
  /// `left_out`, all in ascending order, as these are.
  std::vector<Index> dearest(double least, std::size_t most, std::span<const Index> left_out) const;

 private:
  const Problem& problem_;
  std::vector<double> v_;
  std::vector<double> relative_;
};

}  // namespace descent
