#pragma once

#include <cmath>
#include <utility>

namespace descent::test {

/// The minimiser of a convex function on [lower, upper] by golden section, to about 1e-8 relative; uses only
/// comparisons.
template <class Function>
double minimise(const Function& function, double lower, double upper) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double left = upper - ratio * (upper - lower);
  double right = lower + ratio * (upper - lower);
  double at_left = function(left);
  double at_right = function(right);
  for (int shrinking = 0; shrinking < 100; ++shrinking) {
    if (at_left <= at_right) {
      upper = std::exchange(right, left);
      at_right = at_left;
      left = upper - ratio * (upper - lower);
      at_left = function(left);
    } else {
      lower = std::exchange(left, right);
      at_left = at_right;
      right = lower + ratio * (upper - lower);
      at_right = function(right);
    }
  }
  return (lower + upper) / 2;
}

}  // namespace descent::test
