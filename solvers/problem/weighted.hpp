#pragma once

namespace descent {

/// c x for a line's weight c ≥ 0. A line of weight 0 does not count, even if x overflows: masked rows may
/// hold any number.
template <class Number>
constexpr Number weighted(double c, Number x) {
  return c > 0 ? c * x : Number(0);
}

}  // namespace descent
