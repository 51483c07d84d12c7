#include "solvers/dense_hessian.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/regularized_cholesky.hpp"

namespace descent {

DenseHessian::DenseHessian(const SparseMatrix& rows)
    : n_(static_cast<std::size_t>(rows.width())), normal_matrix_(rows), matrix_(n_ * n_) {}

void DenseHessian::form(std::span<const double> h) {
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  normal_matrix_.form(h, matrix_);
}

void DenseHessian::multiply(std::span<const double> d, std::span<double> product) const {
  std::fill(product.begin(), product.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    const double* const column = matrix_.data() + j * n_;
    product[j] += column[j] * d[j];
    for (std::size_t k = j + 1; k < n_; ++k) {
      product[k] += column[k] * d[j];
      product[j] += column[k] * d[k];
    }
  }
}

bool DenseHessian::solve(std::span<const Index> S, double ridge, std::span<const double> b,
                         std::span<double> x) const {
  const std::size_t size = S.size();
  RegularizedCholesky cholesky(size);
  const std::span<double> lower = cholesky.lower();
  for (std::size_t c = 0; c < size; ++c) {
    for (std::size_t r = c; r < size; ++r) {
      const auto [first, second] = std::minmax(S[c], S[r]);
      lower[c * size + r] = matrix_[static_cast<std::size_t>(first) * n_ + static_cast<std::size_t>(second)];
    }
    lower[c * size + c] += ridge;
  }
  if (!cholesky.factorize()) return false;
  cholesky.solve(b, x);
  return std::all_of(x.begin(), x.end(), [](double x_j) { return std::isfinite(x_j); });
}

}  // namespace descent
