#pragma once

#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Forms ZᵀΛ⁻¹Z, the n×n matrix of the normal equations, from the sparse rows of Z for changing weights: the
/// lower triangle alone, in Σ k(k + 1)/2 products for rows of k entries.
class NormalMatrix {
 public:
  enum class Kernel { by_rows, by_columns };

  /// `rows` must outlive the object. Chooses the faster kernel for this width.
  explicit NormalMatrix(const SparseMatrix& rows);
  NormalMatrix(const SparseMatrix& rows, Kernel kernel);

  /// matrix[j n + k] = Σ_i weight_i z_ij z_ik for k ≥ j: the lower triangle, column-major; the rest is
  /// untouched.
  void form(std::span<const double> weight, std::span<double> matrix);

  Kernel kernel() const { return kernel_; }

 private:
  void form_by_rows(std::span<const double> weight, std::span<double> matrix) const;
  void form_by_columns(std::span<const double> weight, std::span<double> matrix);

  const SparseMatrix& rows_;
  Kernel kernel_;
  std::vector<std::size_t> unvisited_;  ///< by_columns: where in each row the columns not yet formed start
};

}  // namespace descent
