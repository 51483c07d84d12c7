#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/numbers/infinity.hpp"
#include "support/numbers/two_sum.hpp"

namespace descent {

/// The smallest double that is not below a − b, for what is stated as an upper bound.
inline double difference_rounded_up(double a, double b) {
  double nearest = a;
  const double error = add_with_error(nearest, -b);
  if (!std::isfinite(nearest)) return nearest;
  return error > 0 ? std::nextafter(nearest, infinity) : nearest;
}

/// The smallest double that is not below a/b, b > 0, where the quotient does not underflow.
inline double quotient_rounded_up(double a, double b) {
  const double nearest = a / b;
  if (!std::isfinite(nearest)) return nearest;
  return std::fma(-nearest, b, a) > 0 ? std::nextafter(nearest, infinity) : nearest;
}

/// The smallest double that is not below a b, where the product does not underflow.
inline double product_rounded_up(double a, double b) {
  const double nearest = a * b;
  if (!std::isfinite(nearest)) return nearest;
  return std::fma(a, b, -nearest) > 0 ? std::nextafter(nearest, infinity) : nearest;
}

/// (upper − lower)/|upper|, rounded up. An upper bound of 0 counts as the smallest normal number.
inline double relative_gap(double upper, double lower) {
  return quotient_rounded_up(difference_rounded_up(upper, lower),
                             std::max(std::abs(upper), std::numeric_limits<double>::min()));
}

}  // namespace descent
