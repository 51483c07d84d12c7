#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/contract/deadline.hpp"

namespace descent {

/// Solves K x = b for a symmetric positive semidefinite K that may be singular to working precision, like the
/// normal equations of an interior point method near the end. Factorises K + ε diag K, ε = 10⁻¹⁴ or more if
/// necessary, and corrects the solution by iterative refinement with K. With 10⁻¹³ the directions of
/// dependent columns are lost at C = 10⁶; with 10⁻¹⁵ rounding decides at C = 10⁹. Conjugate gradients on K
/// amplify its rounding errors: an interior point method then stops at a gap of 10⁻⁸.
class RegularizedCholesky {
 public:
  explicit RegularizedCholesky(std::size_t n = 0) { resize(n); }

  /// Prepares for another n. Keeps the memory, with some to spare for growth.
  void resize(std::size_t n);

  /// n² doubles, column-major; the caller fills the lower triangle with K before factorize().
  std::span<double> lower() { return matrix_; }

  /// Overwrites the lower triangle. Returns false if K is not finite or no ε ≤ 10⁻³ makes it definite. Throws
  /// OutOfTime at the deadline.
  bool factorize(const Deadline& deadline = {});

  /// x = K⁻¹ b, n doubles each.
  void solve(std::span<const double> b, std::span<double> x);

 private:
  void multiply(std::span<const double> x, std::vector<double>& product) const;

  std::size_t n_ = 0;
  std::vector<double> matrix_;    ///< the factor on and below the diagonal, K above it
  std::vector<double> diagonal_;  ///< of K
  std::vector<double> residual_;
};

/// Factorises A = LLᵀ in place, from the lower triangle of n² doubles, column-major; the rest is untouched.
/// Returns false, with the triangle spoiled, if A is not positive definite to working precision. Throws
/// OutOfTime at the deadline.
bool factorize_cholesky(std::span<double> matrix, std::size_t n, const Deadline& deadline = {});

}  // namespace descent
