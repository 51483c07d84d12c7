#pragma once

#include <cmath>

#include "support/numbers/infinity.hpp"

namespace descent {

/// Weights of a converged interior point method may still be too far from zero to become zero at no cost. A
/// few more iterations sharpen them, unless rounding prevents it.
class ZeroSharpening {
 public:
  /// True if it pays to go on. With the zeros F is `excess` above the bound, and `allowed` would do: the
  /// remaining tries must get there at the pace of the last.
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
  double last_excess_ = infinity;  ///< so that the first pace is 0
};

}  // namespace descent
