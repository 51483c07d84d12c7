#pragma once

#include <algorithm>

#include "support/numbers/infinity.hpp"

namespace descent {

/// The minimum and maximum of some numbers; low > high if there are none.
struct Extremes {
  double low = infinity;
  double high = -infinity;

  void include(double number) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  /// Maps the minimum to 0 and the maximum to 1; 0 if all numbers are equal.
  double scaled(double number) const { return number == low ? 0 : (number - low) / (high - low); }
};

}  // namespace descent
