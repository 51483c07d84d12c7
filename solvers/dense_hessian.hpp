#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/normal_matrix.hpp"

namespace descent {

/// H = Σ_i h_i row_iᵀ row_i as an n × n matrix, for problems with few columns: products, and solutions on a
/// subset of the columns.
class DenseHessian {
 public:
  /// `rows` must outlive the object.
  explicit DenseHessian(const SparseMatrix& rows);

  /// Forms H for m weights h ≥ 0, one walk over the rows.
  void form(std::span<const double> h);

  /// product = H d, n doubles each.
  void multiply(std::span<const double> d, std::span<double> product) const;

  /// Solves (H_SS + ridge I) x = b on the columns S, |S| doubles each; false when that is not finite.
  bool solve(std::span<const Index> S, double ridge, std::span<const double> b, std::span<double> x) const;

 private:
  std::size_t n_;
  NormalMatrix normal_matrix_;
  std::vector<double> matrix_;  ///< column-major, the lower triangle
};

}  // namespace descent
