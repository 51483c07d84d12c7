#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace descent {

/// One α_i of the logistic dual, for a step along it. Both α_i and C − α_i are kept, since computing the
/// smaller from the larger cancels.
struct LogisticDualVariable {
  double alpha;       ///< α_i; 0 before the first step
  double complement;  ///< C − α_i
  double logit;  ///< log(α_i / (C − α_i)), so that the derivative takes no logarithm; at first for the
                 ///< paper's start
  double Q;      ///< Q_ii = ‖x_i‖²
};

/// Minimises over one α_i of the dual of logistic regression: Yu, Huang, Lin (2011), Algorithm 4. With
/// c₁ = α_i, c₂ = C − α_i, a = Q_ii and b = y_i w·x_i the function is
///
///   g(z) = (c₁ + z) log(c₁ + z) + (c₂ − z) log(c₂ − z) + (a/2) z² + b z,   −c₁ < z < c₂
///
/// Newton's variable is Z = c₁ + z if the minimiser lies in the lower half of (0, C), (c₂ − c₁)/2 ≥ −b/a,
/// else Z = c₂ − z. So Z is at most C/2 and has full relative precision. Newton's method starts at the
/// current Z, or at 0.1 Z if that is in the upper half.
///
/// The paper takes all steps in Z. Steps from an α_i orders of magnitude too small (g' < −2), as at the
/// start, would only multiply it, about ten times. With t = log(Z/(C − Z)), g' is t + a C/(1 + e⁻ᵗ) and a
/// constant, nearly linear in t where a Z (C − Z)/C < 1. So there the first three steps are Halley's in t. If
/// Z is far too small, the very first goes to the root of a tangent of g', at t or at t = 0, whichever is
/// lower. Text (reuters-money, C = 1) takes a third less time in its second and third pass than with steps
/// in Z.
class LogisticDualStep {
 public:
  using Variable = LogisticDualVariable;

  explicit LogisticDualStep(double C)
      : C_(C),
        inverse_C_(1 / C),
        least_(std::min(std::max(C * least_share, std::numeric_limits<double>::min()), C / 2)),
        least_logit_(std::log(least_ / (C - least_))),
        start_logit_(std::log(start_alpha() / (C - start_alpha()))) {}

  struct Outcome {
    double violation;  ///< |g'| before; 0 if only the bound that keeps α_i inside (0, C) is in the way
    double change;     ///< Δα_i
    int iterations;
  };

  /// A variable at 0; for Q_ii = 0, at its minimiser C/2, which depends on nothing else.
  LogisticDualVariable start(double Q) const {
    if (!(Q > 0)) return {C_ / 2, C_ / 2, 0, Q};
    return {0, C_, start_logit_, Q};
  }

  /// Moves the variable until |g'| < tolerance, for b = y_i w·x_i. From 0 it always goes to the paper's start
  /// first; else it stays if this holds.
  Outcome minimise(LogisticDualVariable& variable, double b, double tolerance) const {
    if (variable.alpha != 0) return move(variable, b, tolerance);
    variable.alpha = start_alpha();
    variable.complement = C_ - variable.alpha;
    Outcome outcome = move(variable, b + variable.Q * variable.alpha, tolerance);
    outcome.change = variable.alpha;
    return outcome;
  }

  /// α_i / C: 0 before the first step, then inside (0, 1) even where C − α_i is below the resolution of C.
  double share(const LogisticDualVariable& variable) const {
    return std::min(variable.alpha * inverse_C_, 1 - rounding);
  }

  /// About C (ℓ(z) + ℓ*(−a) + a z), whose second derivative along z is C a (1 − a).
  double gap(double violation, const LogisticDualVariable& variable) const {
    return violation * violation / 2 * variable.alpha * (variable.complement * inverse_C_);
  }

 private:
  /// α_i at the start of the paper's algorithm.
  double start_alpha() const { return std::min(1e-3 * C_, 1e-8); }

  /// Moves a variable with 0 < α_i < C.
  Outcome move(LogisticDualVariable& variable, double b, double tolerance) const {
    const double derivative = b + variable.logit;
    const bool low = variable.Q / 2 * (variable.complement - variable.alpha) + b >= 0;
    const double before = low ? variable.alpha : variable.complement;
    const double sign = low ? 1.0 : -1.0;
    if (before <= least_ && sign * derivative > 0) return {0, 0, 0};
    const double violation = std::abs(derivative);
    if (violation < tolerance) return {violation, 0, 0};

    double Z = before;
    double slope = sign * derivative;
    double logit = sign * variable.logit;
    const auto set = [&](double next, double next_logit) {
      Z = next;
      logit = next_logit;
      slope = variable.Q * (Z - before) + sign * b + logit;
    };
    const auto move_to = [&](double next) { set(next, std::log(next / (C_ - next))); };
    const auto dZ_dt = [&] { return Z * ((C_ - Z) * inverse_C_); };  // the inverse of the entropy's curvature
    const auto move_logit_to = [&](double next) {
      next = std::clamp(next, least_logit_, 0.0);
      const double odds = std::exp(next);
      set(std::max(C_ * (odds / (1 + odds)), least_), next);
    };

    int iterations = 0;
    if (Z > C_ / 2) {
      move_to(std::max(shrinkage * Z, least_));
    } else if (slope < far) {
      ++iterations;
      // g' is convex in t < 0: both tangents have their roots above the minimiser, the lower one nearer.
      const double half = variable.Q * C_ / 2;
      const double from_middle = -(sign * b - variable.Q * before + half) / (1 + half / 2);
      const double from_here = logit - slope / (variable.Q * dZ_dt() + 1);
      move_logit_to(std::min(from_here, from_middle));  // from_here if the other is not a number
    }
    const double noise = rounding * (variable.Q * before + std::abs(b));
    while (iterations < most_iterations && std::abs(slope) >= tolerance + noise + rounding * variable.Q * Z) {
      if (Z == least_ && slope > 0) break;
      ++iterations;
      const double h = dZ_dt();
      const double Qh = variable.Q * h;
      if (Qh < 1 && iterations <= most_logit_steps) {
        const double correction = slope * Qh * (0.5 - Z * inverse_C_) / (Qh + 1);
        move_logit_to(logit - slope / std::max(Qh + 1 - correction, 0.5));
      } else {
        const double d = -slope * h / (Qh + 1);
        move_to(std::clamp(Z + d > 0 ? Z + d : shrinkage * Z, least_, C_ / 2));
      }
    }
    (low ? variable.alpha : variable.complement) = Z;
    (low ? variable.complement : variable.alpha) = C_ - Z;
    variable.logit = sign * logit;
    return {violation, sign * (Z - before), iterations};
  }

  static constexpr double far = -2;  ///< if g' is smaller, α_i is far too small
  static constexpr int most_logit_steps = 3;
  static constexpr double shrinkage = 0.1;       ///< ξ in the paper
  static constexpr int most_iterations = 100;    ///< a guard; the next visit continues
  static constexpr double rounding = 0x1p-52;    ///< relative, for the terms of g'
  static constexpr double least_share = 1e-290;  ///< keeps α_i > 0, and its logarithm finite
  double C_;
  double inverse_C_;
  double least_;  ///< of Z
  double least_logit_;
  double start_logit_;
};

/// Accuracy |g'| of one-variable minimisations, inexact as in the paper: from 10⁻² down to `least`, falling
/// to a tenth after a pass with at most a tenth as many Newton steps as visits.
class InnerAccuracy {
 public:
  explicit InnerAccuracy(double least) : least_(least) {}

  double value() const { return value_; }
  void count(int iterations) { iterations_ += static_cast<std::size_t>(iterations); }
  void end_pass(std::size_t visits) {
    if (iterations_ <= visits / 10) value_ = std::max(least_, 0.1 * value_);
    iterations_ = 0;
  }
  void lower_least(double least) { least_ = std::min(least_, least); }

 private:
  double value_ = 1e-2;
  double least_;
  std::size_t iterations_ = 0;  ///< in this pass
};

}  // namespace descent
