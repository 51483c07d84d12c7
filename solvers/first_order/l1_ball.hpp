#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "solvers/problem/regularizer.hpp"

namespace descent {

/// Projects w onto {‖w‖₁ ≤ radius}, in place, in expected time O(n). Pivoting on the magnitudes finds the
/// threshold θ (Duchi, Shalev-Shwartz, Singer, Chandra 2008, "Efficient Projections onto the l1-Ball for
/// Learning in High Dimensions", Figure 2). `scratch` must hold as many values as w.
inline void project_onto_l1_ball(std::span<double> w, double radius, std::span<double> scratch) {
  double norm = 0;
  for (const double w_j : w) norm += std::abs(w_j);
  if (norm <= radius) return;

  // Either all undecided magnitudes ≥ pivot stay above θ, the pivot included, or θ is at or above the pivot
  // and smaller magnitudes are out. `kept` and `kept_sum` count magnitudes known to stay above θ.
  const auto undecided = scratch.first(w.size());
  std::transform(w.begin(), w.end(), undecided.begin(), [](double w_j) { return std::abs(w_j); });
  auto first = undecided.begin();
  auto last = undecided.end();
  double kept = 0;
  double kept_sum = 0;
  while (first != last) {
    const double pivot = *(first + (last - first) / 2);
    const auto middle = std::partition(first, last, [&](double magnitude) { return magnitude > pivot; });
    const auto equal_end = std::partition(middle, last, [&](double magnitude) { return magnitude == pivot; });
    double sum = 0;
    double above_pivot =
        kept_sum - kept * pivot;  // Σ (magnitude − pivot), 0 for the largest magnitude: it is kept
    for (auto each = first; each != equal_end; ++each) {
      sum += *each;
      above_pivot += *each - pivot;
    }
    if (above_pivot < radius) {
      kept_sum += sum;
      kept += static_cast<double>(equal_end - first);
      first = equal_end;
    } else {
      last = middle;
    }
  }
  const double theta = std::max(0.0, (kept_sum - radius) / kept);
  for (double& w_j : w) w_j = soft_threshold(w_j, theta);
}

}  // namespace descent
