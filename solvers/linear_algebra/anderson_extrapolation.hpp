#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "solvers/linear_algebra/regularized_cholesky.hpp"

namespace descent {

/// Extrapolates the last points v_0 … v_5 of a sequence to v = Σ_k c_k v_k over k ≥ 1. Here
/// c = (UᵀU)⁻¹1/(1ᵀ(UᵀU)⁻¹1), U = (v_1 − v_0, …, v_5 − v_4): Bertrand and Massias (2021), "Anderson
/// Acceleration of Coordinate Descent", Algorithm 1.
class AndersonExtrapolation {
 public:
  static constexpr std::size_t depth = 5;

  void forget() { size_ = 0; }
  void record(std::vector<double> point) { points_[size_++] = std::move(point); }
  bool is_complete() const { return size_ == depth + 1; }

  /// Σ c_k v_k; not finite if even the regularised UᵀU is not definite, as after a pass without a step.
  std::vector<double> point() {
    const std::size_t n = points_[0].size();
    for (std::size_t k = 0; k < depth; ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
          sum += (points_[k + 1][j] - points_[k][j]) * (points_[l + 1][j] - points_[l][j]);
        products_.lower()[l * depth + k] = sum;
      }
    }
    if (!products_.factorize()) return std::vector<double>(n, std::numeric_limits<double>::quiet_NaN());
    std::array<double, depth> ones;
    std::array<double, depth> c;
    ones.fill(1);
    products_.solve(ones, c);
    const double sum = std::accumulate(c.begin(), c.end(), 0.0);
    std::vector<double> point(n, 0.0);
    for (std::size_t k = 0; k < depth; ++k) {
      const double share = c[k] / sum;
      for (std::size_t j = 0; j < n; ++j) point[j] += share * points_[k + 1][j];
    }
    return point;
  }

 private:
  std::array<std::vector<double>, depth + 1> points_;
  RegularizedCholesky products_{depth};  ///< UᵀU
  std::size_t size_ = 0;
};

}  // namespace descent
