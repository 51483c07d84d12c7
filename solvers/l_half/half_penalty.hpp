#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "solvers/contract/option.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Where half_threshold leaves 0: `global`, where the other stationary point becomes the global minimiser;
/// `stationary`, already where it appears.
enum class HalfThreshold { global, stationary };

/// The largest |c| for which half_threshold(c, κ) is 0. With the root t = √b, f(b) = (b − c)² + κ√b has
/// f'(b) = (2/t) (t³ − c t + κ/4) for c > 0.
/// - stationary: the cubic touches 0 in t = √(c/3), at c = ¾ κ^⅔, where f is still lower in 0.
/// - global: f(b) = f(0) means t³ − 2c t + κ = 0. With the cubic's root this gives t³ = κ/2 and c = 2^⅓ ¾
///   κ^⅔ = (54^⅓/4) κ^⅔.
inline double half_threshold_point(double kappa, HalfThreshold kind) {
  constexpr double global_over_stationary = 1.2599210498948732;  // 2^⅓
  const double root = std::cbrt(kappa / 8);
  const double stationary = 3 * root * root;
  return kind == HalfThreshold::global ? global_over_stationary * stationary : stationary;
}

/// argmin_b (b − c)² + κ|b|^½, κ ≥ 0, c finite, with the `global` threshold; with `stationary` the stationary
/// point of largest |b| if any, else 0. At the threshold itself 0. The largest root of the cubic above is
/// t = 2 √(c/3) cos((π − φ)/3), so that
///
///   b = ⅔ c (1 + cos(2π/3 − ⅔ φ)),   φ = arccos((κ/8) (|c|/3)^(−3/2))
///
/// Zhao, Meng, Xu (2012), "L1/2 regularized logistic regression"; docs/methods.md §9 on the factor c.
inline double half_threshold(double c, double kappa, HalfThreshold kind = HalfThreshold::global) {
  const double magnitude = std::abs(c);
  if (!(magnitude > half_threshold_point(kappa, kind))) return 0;
  // (κ/8) (|c|/3)^(−3/2) as a power of a quotient ≤ 1: its parts would leave the range of doubles early.
  const double quotient = half_threshold_point(kappa, HalfThreshold::stationary) / magnitude;
  const double phi = std::acos(quotient * std::sqrt(quotient));
  return 2.0 / 3.0 * c * (1 + std::cos(2.0 / 3.0 * (std::numbers::pi - phi)));
}

/// λ|w_j|^½ for the regularised columns, as a penalty of ReweightedLeastSquares.
class HalfPenalty {
 public:
  static constexpr bool is_sequence = false;

  HalfPenalty(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()),
        penalized_(problem.penalized_columns()),
        threshold_(options.word("threshold") == "stationary" ? HalfThreshold::stationary
                                                             : HalfThreshold::global) {}

  double minimiser(Index j, double c, double a, double current, bool cautious) const {
    if (j >= penalized_) return c;
    const double b = half_threshold(c, 2 * lambda_ / a, threshold_);
    const bool may_rise = cautious && threshold_ == HalfThreshold::stationary;
    return may_rise && model(b, c, a) > model(current, c, a) ? current : b;
  }

  double change(Index j, double from, double to) const {
    if (j >= penalized_ || from == to) return 0;
    const double roots = std::sqrt(std::abs(to)) + std::sqrt(std::abs(from));
    return lambda_ * (std::abs(to) - std::abs(from)) / roots;
  }

  bool next(std::span<const double>) { return false; }

 private:
  double model(double b, double c, double a) const {
    return 0.5 * a * (b - c) * (b - c) + lambda_ * std::sqrt(std::abs(b));
  }

  double lambda_;
  Index penalized_;
  HalfThreshold threshold_;
};

inline Option half_threshold_option() {
  return word_option(
      "threshold",
      "where a weight leaves 0: global, where that lowers the model; stationary, where another "
      "stationary point appears",
      "global", {"global", "stationary"},
      "stationary: as printed, docs/methods.md §9; global: from f(b) = f(0), f'(b) = 0");
}

}  // namespace descent
