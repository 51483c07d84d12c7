#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace detail {

/// image = |X|ᵀ|X| v, with weights of lines in between if there are any.
inline void multiply_by_magnitudes(const SparseMatrix& matrix, std::span<const double> line_weights,
                                   const std::vector<double>& v, std::vector<double>& image) {
  std::fill(image.begin(), image.end(), 0.0);
  for (Index i = 0; i < matrix.outer_size(); ++i) {
    double product = 0;
    for_each_entry(matrix[i], [&](Index index, double value) {
      product += std::abs(value) * v[static_cast<std::size_t>(index)];
    });
    if (!line_weights.empty()) product *= line_weights[static_cast<std::size_t>(i)];
    for_each_entry(matrix[i], [&](Index index, double value) {
      image[static_cast<std::size_t>(index)] += std::abs(value) * product;
    });
  }
}

inline double squared_frobenius_norm(const SparseMatrix& matrix, std::span<const double> line_weights) {
  if (line_weights.empty()) return squared_norm(matrix);
  double sum = 0;
  for (Index i = 0; i < matrix.outer_size(); ++i)
    sum += line_weights[static_cast<std::size_t>(i)] * squared_norm(matrix[i]);
  return sum;
}

}  // namespace detail

/// A proven upper bound on ‖X‖₂², rounding included: the smallest of the squared Frobenius norm and, for the
/// positive vectors v of a power iteration with |X|ᵀ|X|, of
///   max_j (|X|ᵀ|X| v)_j / v_j  ≥  ‖|X|‖₂²  ≥  ‖X‖₂²
/// (Collatz 1942, Wielandt 1950; Horn and Johnson, "Matrix Analysis", Corollary 8.1.29). Tight if no row has
/// values of both signs (a9a, abalone, covtype, term frequencies: within 1 %), else as far off as |X| may be
/// (heart_scale: 2.7 times). Power iteration with X alone would be tight, but bounds from below. v = (1, …,
/// 1) gives the column sums of |X|ᵀ|X|.
///
/// Makes at most `most_walks` walks, fewer once a walk gains less than 1 %; 0 leaves the Frobenius norm. With
/// one weight c_i ≥ 0 per line, lines of X are multiplied by √c_i.
inline double squared_norm_bound(const SparseMatrix& matrix, int most_walks = 20,
                                 std::span<const double> line_weights = {}) {
  constexpr double rounding = 1e-9;       // sums of up to 1e6 terms, with a wide margin
  constexpr double smallest_part = 1e-8;  // keeps v positive; any positive v gives a bound
  double bound = detail::squared_frobenius_norm(matrix, line_weights);
  std::vector<double> v(static_cast<std::size_t>(matrix.inner_size()), 1.0);
  std::vector<double> image(v.size());
  double before = infinity;
  for (int walk = 0; walk < most_walks; ++walk) {
    detail::multiply_by_magnitudes(matrix, line_weights, v, image);
    double ratio = 0;
    double largest = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      ratio = std::max(ratio, image[j] / v[j]);
      largest = std::max(largest, image[j]);
    }
    bound = std::min(bound, ratio);
    if (largest == 0 || ratio > 0.99 * before) break;
    before = ratio;
    for (std::size_t j = 0; j < v.size(); ++j) v[j] = std::max(image[j] / largest, smallest_part);
  }
  return bound * (1 + rounding);
}

}  // namespace descent
