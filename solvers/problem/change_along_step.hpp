#pragma once

#include <cmath>

namespace descent {

/// f(w + d) − f(w) of a smooth convex f, from both values and the slope ∇f·d at w, for line searches that
/// must work to the last digit. `wanted` is the size of the change to compare with. If the values' rounding
/// hides it, the result is the slope plus above_tangent(): f(w + d) minus the tangent at w, a sum of
/// terms ≥ 0, each without cancellation. The mean of both ends' slopes (Hager and Zhang 2005, approximate
/// Wolfe conditions) would be cheaper. But it fails for a squared loss across its kink: from −δ to δ the loss
/// changes by δ², and that mean is 2δ².
template <class AboveTangent>
double change_along_step(double before, double after, double slope, double wanted,
                         const AboveTangent& above_tangent) {
  constexpr double lost = 1e-10;
  return std::abs(wanted) < lost * std::abs(before) ? slope + above_tangent() : after - before;
}

}  // namespace descent
