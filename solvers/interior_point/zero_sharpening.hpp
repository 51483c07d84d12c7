#pragma once

#include <cmath>

#include "support/numbers/infinity.hpp"

namespace descent {

/// After an interior point method has converged its weights may be too far from zero yet to be taken for zero
/// at no cost: a few more iterations sharpen them, or rounding keeps them as they are.
class ZeroSharpening {
 public:
  /// Whether to go on, F with the zeros being so far above the bound and `allowed` being enough: as long as
  /// the tries that are left would get there at the pace of the last one.
  bool is_worth_a_try(double excess, double allowed) {
    const double pace = excess / last_excess_;
    last_excess_ = excess;
    ++tries_;
    return tries_ <= most_tries && excess * std::pow(pace, most_tries + 1 - tries_) <= allowed;
  }
  bool has_begun() const { return tries_ > 0; }

 private:
  static constexpr int most_tries = 4;
  int tries_ = 0;
  double last_excess_ = infinity;  ///< the first pace is 0
};

}  // namespace descent
