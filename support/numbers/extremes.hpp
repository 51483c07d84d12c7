#pragma once

#include <algorithm>

#include "support/numbers/infinity.hpp"

namespace descent {

/// The least and the largest of some numbers; of none, low > high.
struct Extremes {
  double low = infinity;
  double high = -infinity;

  void include(double number) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  /// 0 for the least, 1 for the largest, 0 where all are the same.
  double scaled(double number) const { return number == low ? 0 : (number - low) / (high - low); }
};

}  // namespace descent
