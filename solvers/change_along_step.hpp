#pragma once

#include <cmath>

namespace descent {

/// f(w + d) − f(w) of a smooth convex f for line searches that have to work to the last digit, from the
/// values and the slopes ∇f·d at both ends. When `wanted`, the size of the change that the answer is compared
/// with, is lost in the rounding of the values, it is the mean of the slopes: exact for quadratics, else with
/// an error of third order in d. (Hager and Zhang 2005, "A New Conjugate Gradient Method with Guaranteed
/// Descent and an Efficient Line Search", §4: approximate Wolfe conditions; Becker, Candès and Grant 2011,
/// "Templates for Convex Cone Problems", §5.3.)
inline double change_along_step(double before, double after, double slope_before, double slope_after,
                                double wanted) {
  constexpr double lost = 1e-10;
  return std::abs(wanted) < lost * std::abs(before) ? (slope_before + slope_after) / 2 : after - before;
}

}  // namespace descent
