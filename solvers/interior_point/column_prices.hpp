#pragma once

#include <span>
#include <vector>

#include "solvers/problem/problem.hpp"

namespace descent {

/// Prices of an L1-regularised problem's columns at dual weights a: v = Zᵀa/m (docs/methods.md §10). Column j
/// can improve a solution without it only if |v_j| > λ.
class ColumnPrices {
 public:
  explicit ColumnPrices(const Problem& problem);

  /// Prices all columns in one walk over the rows. Returns the dual value of a, as Problem::lower_bound, for
  /// m dual weights in [0, 1] of the hinge loss.
  double compute(std::span<const double> a);

  /// |v_j|/λ; the column is worth a weight from 1 on.
  double operator[](Index j) const { return relative_[static_cast<std::size_t>(j)]; }

  /// Zᵀa in the given columns.
  std::vector<double> sums(std::span<const Index> columns) const;

  /// The `most` dearest columns (of equals, the first) with a price ≥ `least` that are not in `left_out`.
  /// Both lists ascend.
  std::vector<Index> dearest(double least, std::size_t most, std::span<const Index> left_out) const;

 private:
  const Problem& problem_;
  std::vector<double> v_;
  std::vector<double> relative_;
};

}  // namespace descent
