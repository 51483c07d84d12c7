#pragma once

#include <span>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A dense vector w = s·v, scaled in O(1) and changed along a sparse row in O(nnz(row)), for stochastic
/// methods under L2 (Shalev-Shwartz et al. 2007, §2.3). Optionally keeps the mean of the iterates (Bottou
/// 2012, "Stochastic Gradient Descent Tricks", §5.1): with S_t = s_1 + … + s_t, Σ_τ s_τ v_τ = S_t v_t − q,
/// where q collects S·Δv.
class ScaledVector {
 public:
  ScaledVector(Index n, bool averaged)
      : v_(static_cast<std::size_t>(n), 0.0), q_(averaged ? v_.size() : 0, 0.0), sum_(q_.size(), 0.0) {}

  [[gnu::always_inline]] double dot(Line row) const { return s_ * dot_in_lanes(row, v_.data()); }

  /// w ← factor · w, factor ≥ 0.
  void scale(double factor) {
    s_ *= factor;
    if (s_ < smallest_scale || scale_sum_ > largest_sum_ratio * s_) rebase();
  }

  /// w ← w + amount · row.
  [[gnu::always_inline]] void add(Line row, double amount) {
    add_in_lanes(row, amount / s_, v_.data());
    if (!q_.empty()) add_in_lanes(row, amount / s_ * scale_sum_, q_.data());
  }

  /// Counts the present w in the mean.
  void count_iterate() {
    if (q_.empty()) return;
    scale_sum_ += s_;
    ++iterates_;
  }

  /// The mean of the counted iterates if kept and not empty, else w.
  void weights(std::span<double> out) const {
    for (std::size_t j = 0; j < v_.size(); ++j) {
      out[j] = iterates_ > 0 ? (sum_[j] + scale_sum_ * v_[j] - q_[j]) / static_cast<double>(iterates_)
                             : s_ * v_[j];
    }
  }

 private:
  /// Sets s to 1 and settles the mean, in O(n): else v would overflow and S v − q lose its digits. Rare
  /// unless ηλ is far above what converges, since s must first fall by many orders of magnitude.
  void rebase() {
    for (std::size_t j = 0; j < q_.size(); ++j) {
      sum_[j] += scale_sum_ * v_[j] - q_[j];
      q_[j] = 0;
    }
    scale_sum_ = 0;
    for (double& v_j : v_) v_j *= s_;
    s_ = 1;
  }

  static constexpr double smallest_scale = 1e-60;
  static constexpr double largest_sum_ratio = 1e6;  // the loss of digits allowed in S v − q
  double s_ = 1;
  std::vector<double> v_;
  double scale_sum_ = 0;  ///< S, since the last rebase
  std::vector<double> q_;
  std::vector<double> sum_;  ///< of iterates before the last rebase
  std::uint64_t iterates_ = 0;
};

}  // namespace descent
