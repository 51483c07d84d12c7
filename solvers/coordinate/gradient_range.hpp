#pragma once

#include <algorithm>

#include "support/numbers/infinity.hpp"

namespace descent {

/// Range of the projected gradients of a pass.
class GradientRange {
 public:
  void note(double PG) {
    largest_ = std::max(largest_, PG);
    smallest_ = std::min(smallest_, PG);
  }
  bool is_small(double tolerance) const { return largest_ - smallest_ < tolerance; }
  void tighten() {
    upper_ = largest_ > 0 ? largest_ : infinity;
    lower_ = smallest_ < 0 ? smallest_ : -infinity;
  }
  void relax() {
    upper_ = infinity;
    lower_ = -infinity;
  }
  void reset() { largest_ = smallest_ = 0; }

  double upper() const { return upper_; }
  double lower() const { return lower_; }

 private:
  double largest_ = 0;        ///< M of this pass, at least 0
  double smallest_ = 0;       ///< m, at most 0
  double upper_ = infinity;   ///< M̄ of the pass before
  double lower_ = -infinity;  ///< m̄
};

}  // namespace descent
