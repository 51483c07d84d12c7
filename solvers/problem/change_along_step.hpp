#pragma once

#include <cmath>

namespace descent {

/// f(w + d) − f(w) of a smooth convex f for line searches that have to work to the last digit, from both
/// values and the slope ∇f·d at w. When `wanted`, the size of the change that the answer is compared with, is
/// lost in the rounding of the values, it is the slope plus above_tangent(), what f(w + d) lies above its
/// tangent at w: a sum of terms ≥ 0, each to be computed without cancellation. The mean of the slopes at both
/// ends (Hager and Zhang 2005, approximate Wolfe conditions) would be cheaper, but a squared loss does not
/// follow it across its kink: from −δ to δ it changes by δ², and that mean is 2δ².
template <class AboveTangent>
double change_along_step(double before, double after, double slope, double wanted,
                         const AboveTangent& above_tangent) {
  constexpr double lost = 1e-10;
  return std::abs(wanted) < lost * std::abs(before) ? slope + above_tangent() : after - before;
}

}  // namespace descent
