#pragma once

#include <concepts>

namespace descent {

/// Adds the term, rounded, and returns the exact error: what the rounding lost of the sum (Knuth's TwoSum).
/// Exact unless the sum overflows.
template <std::floating_point Number>
Number add_with_error(Number& sum, Number term) {
  const Number before = sum;
  sum += term;
  const Number part = sum - before;
  return (before - (sum - part)) + (term - part);
}

}  // namespace descent
