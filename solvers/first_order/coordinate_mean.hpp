#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Mean of the iterates w¹ … w^t of a coordinate method in O(1) per step. A change δ of w_j in step s is in
/// t − s + 1 iterates, so Σ_τ w_j^τ = t w_j − Σ_s δ_s (s − 1).
class CoordinateMean {
 public:
  /// n coordinates, or 0 if no mean is wanted; then `record` does nothing.
  explicit CoordinateMean(Index n) : late_(static_cast<std::size_t>(n), 0.0) {}

  /// Records a change of w_j in the step after `steps_before` others.
  void record(Index j, double change, std::uint64_t steps_before) {
    if (!late_.empty()) late_[static_cast<std::size_t>(j)] += change * static_cast<double>(steps_before);
  }

  /// Mean after `steps` steps that end at `last`; `last` itself if no mean is kept.
  void weights(std::span<const double> last, std::uint64_t steps, std::span<double> out) const {
    std::copy(last.begin(), last.end(), out.begin());
    if (steps == 0) return;
    for (std::size_t j = 0; j < late_.size(); ++j) out[j] -= late_[j] / static_cast<double>(steps);
  }

 private:
  std::vector<double> late_;
};

}  // namespace descent
