#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// Solves K x = b for a symmetric positive semidefinite K that may be singular to working precision, as the
/// normal equations of an interior point method are near the end. Factorises K + ε diag K, ε = 10⁻¹⁴ or as
/// much more as it takes (with 10⁻¹³ the directions in which columns are dependent are lost at C = 10⁶, with
/// 10⁻¹⁵ rounding decides at C = 10⁹), and corrects the solution by iterative refinement with K itself.
/// (Conjugate gradients on K instead amplify its rounding errors: an interior point method then stops at a
/// gap of 10⁻⁸.)
class RegularizedCholesky {
 public:
  explicit RegularizedCholesky(std::size_t n = 0) { resize(n); }

  /// For another n; keeps the memory, and takes some more than needed: it may have to grow again.
  void resize(std::size_t n);

  /// n² doubles, column-major, whose lower triangle the caller fills with K before factorize().
  std::span<double> lower() { return matrix_; }

  /// Overwrites the lower triangle. Returns false when K is not finite or no ε ≤ 10⁻³ makes it definite.
  bool factorize();

  /// x = K⁻¹ b, n doubles each.
  void solve(std::span<const double> b, std::span<double> x);

 private:
  void multiply(std::span<const double> x, std::vector<double>& product) const;

  std::size_t n_ = 0;
  std::vector<double> matrix_;    ///< below the diagonal and on it the factor, above it K
  std::vector<double> diagonal_;  ///< of K
  std::vector<double> residual_;
};

}  // namespace descent
