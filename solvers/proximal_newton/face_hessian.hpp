#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/linear_algebra/chosen_columns.hpp"

namespace descent {

/// H = Σ_i h_i row_iᵀ row_i restricted to some columns, as a dense matrix: a part of `proximal_newton`. It is
/// formed for a set of columns and known on any part of that set, so that a face from which weights drop out
/// needs no new matrix.
class FaceHessian {
 public:
  /// `rows` must outlive the object.
  explicit FaceHessian(const SparseMatrix& rows);

  /// Forms H for these columns, distinct and in ascending order, and m weights h ≥ 0: a walk over the rows.
  void form(std::span<const Index> columns, std::span<const double> h);

  /// Says that h has changed: nothing is covered until the next form().
  void forget();

  /// Whether H is known on all of these columns.
  bool covers(std::span<const Index> columns) const;

  /// H on these columns, which must be covered, as a full symmetric matrix.
  std::vector<double> restricted(std::span<const Index> columns) const;

 private:
  ChosenColumns chosen_;
  std::vector<Index> positions_;  ///< of every column in the matrix, or −1
  std::vector<double> matrix_;    ///< column-major, the lower triangle
};

}  // namespace descent
