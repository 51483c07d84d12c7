#pragma once

#include <optional>
#include <vector>

namespace descent::test {

/// Solution of A x = b for a positive semidefinite matrix, by elimination with diagonal pivots. Empty if one
/// is at most `least_pivot` of its diagonal element: A is singular.
template <class Number>
std::optional<std::vector<Number>> solved_by_elimination(std::vector<std::vector<Number>> A,
                                                         std::vector<Number> b, Number least_pivot = 0) {
  const std::size_t n = b.size();
  std::vector<Number> first_diagonal(n);
  for (std::size_t k = 0; k < n; ++k) first_diagonal[k] = A[k][k];
  for (std::size_t k = 0; k < n; ++k) {
    if (!(A[k][k] > least_pivot * first_diagonal[k])) return std::nullopt;
    for (std::size_t i = k + 1; i < n; ++i) {
      const Number factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

}  // namespace descent::test
