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
};

}  // namespace descent
