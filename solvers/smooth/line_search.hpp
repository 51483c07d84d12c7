#pragma once

#include <algorithm>
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

/// A line search for the strong Wolfe conditions on φ(t) = f(w + t d), a part of `lbfgs`:
///
///   φ(t) ≤ φ(0) + c₁ t φ'(0)   and   |φ'(t)| ≤ c₂ |φ'(0)|,     c₁ = 10⁻⁴,  c₂ = 0.9
///
/// Nocedal and Wright (2006), Algorithms 3.5 and 3.6 in one: `low` is the best step so far that meets the
/// first condition; `high`, once known, the other end of an interval with acceptable steps. The next step
/// minimises the cubic through both ends, at least a tenth of the interval from either. Before there is an
/// interval, it minimises the cubic through the last two steps, within 2 to 10 times the last. f is given as
/// the change φ(t) − φ(0), which can avoid cancellation.
class StrongWolfe {
 public:
  /// Begins with φ'(0) < 0 and the first step to try.
  void begin(double slope, double first_step) {
    first_slope_ = slope;
    low_ = {0, 0, slope};
    is_bracketed_ = false;
    step_ = first_step;
    trials_ = 0;
  }

  double step() const { return step_; }

  /// Takes φ(step) − φ(0), which may be infinite or NaN, and φ'(step). Returns true if the step is accepted;
  /// else step() is the next trial, unless failed().
  bool accepts(double change, double slope) {
    ++trials_;
    const Trial trial{step_, change, slope};
    const bool descends = change <= armijo * step_ * first_slope_ && !(change > low_.change);
    if (descends && std::abs(slope) <= curvature * -first_slope_) return true;
    const Trial before = low_;
    if (!descends) {
      high_ = trial;
      is_bracketed_ = true;
    } else {
      const bool turned = is_bracketed_ ? slope * (high_.step - low_.step) >= 0 : slope >= 0;
      if (turned) {
        high_ = low_;
        is_bracketed_ = true;
      }
      low_ = trial;
    }
    if (is_bracketed_) {
      const double least = low_.step + 0.1 * (high_.step - low_.step);
      const double most = low_.step + 0.9 * (high_.step - low_.step);
      step_ = within(cubic_minimiser(low_, high_), std::min(least, most), std::max(least, most));
    } else {
      step_ = within(cubic_minimiser(before, low_), 2 * low_.step, 10 * low_.step);
    }
    return false;
  }

  /// True if no step, or none that differs, was found.
  bool failed() const {
    return trials_ >= most_trials ||
           (is_bracketed_ && std::abs(high_.step - low_.step) <= shortest_interval * high_.step);
  }

 private:
  struct Trial {
    double step = 0;
    double change = 0;
    double slope = 0;
  };

  /// Nocedal and Wright 2006, (3.59).
  static double cubic_minimiser(const Trial& a, const Trial& b) {
    const double d1 = a.slope + b.slope - 3 * (a.change - b.change) / (a.step - b.step);
    const double d2 = std::copysign(std::sqrt(d1 * d1 - a.slope * b.slope), b.step - a.step);
    return b.step - (b.step - a.step) * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
  }

  /// The nearest number in the interval, or its middle if there was no minimiser.
  static double within(double step, double least, double most) {
    return std::isfinite(step) ? std::clamp(step, least, most) : (least + most) / 2;
  }

  static constexpr double armijo = 1e-4;
  static constexpr double curvature = 0.9;
  static constexpr int most_trials = 60;
  static constexpr double shortest_interval = 1e-12;
  double first_slope_ = 0;
  Trial low_;
  Trial high_;
  bool is_bracketed_ = false;
  double step_ = 0;
  int trials_ = 0;
};

}  // namespace descent
