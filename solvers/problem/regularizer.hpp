#pragma once

#include <cmath>
#include <concepts>
#include <span>
#include <string_view>

namespace descent {

enum class RegularizerKind { l1, l2, l_half, none };

/// S(v, κ) = sign(v) max(|v| − κ, 0).
inline double soft_threshold(double v, double kappa) {
  const double magnitude = std::abs(v) - kappa;
  return magnitude > 0 ? std::copysign(magnitude, v) : 0.0;
}

/// Separable regularisers R(w) = Σ_j r(w_j): value, also in long double, and, if convex, a subgradient (0 at
/// a kink) and the proximal map argmin_b ½(b − v)² + κ r(b).
struct L1 {
  static constexpr RegularizerKind kind = RegularizerKind::l1;
  static constexpr std::string_view name = "l1";
  static constexpr std::string_view formula = "sum_j |w_j|";
  template <std::floating_point Number>
  static Number value(Number w) {
    return std::abs(w);
  }
  static double derivative(double w) { return w > 0 ? 1.0 : (w < 0 ? -1.0 : 0.0); }
  static double prox(double v, double kappa) { return soft_threshold(v, kappa); }
};

struct L2 {
  static constexpr RegularizerKind kind = RegularizerKind::l2;
  static constexpr std::string_view name = "l2";
  static constexpr std::string_view formula = "1/2 sum_j w_j^2";
  template <std::floating_point Number>
  static Number value(Number w) {
    return 0.5 * w * w;
  }
  static double derivative(double w) { return w; }
  static double prox(double v, double kappa) { return v / (1 + kappa); }
};

/// Not convex: no lower bound is known, and methods find stationary points.
struct LHalf {
  static constexpr RegularizerKind kind = RegularizerKind::l_half;
  static constexpr std::string_view name = "l_half";
  static constexpr std::string_view formula = "sum_j |w_j|^(1/2)";
  template <std::floating_point Number>
  static Number value(Number w) {
    return std::sqrt(std::abs(w));
  }
};

struct NoRegularizer {
  static constexpr RegularizerKind kind = RegularizerKind::none;
  static constexpr std::string_view name = "none";
  static constexpr std::string_view formula = "0";
  template <std::floating_point Number>
  static Number value(Number) {
    return 0;
  }
  static double derivative(double) { return 0; }
  static double prox(double v, double) { return v; }
};

/// Name and formula of a regulariser in configurations and `descent list problems`.
struct RegularizerDescription {
  RegularizerKind kind;
  std::string_view name;
  std::string_view formula;
};

std::span<const RegularizerDescription> regularizers();
std::string_view name_of(RegularizerKind kind);

/// Calls `function` with the regulariser as its type; the only place where a kind becomes a type.
template <class Function>
decltype(auto) with_regularizer(RegularizerKind kind, Function&& function) {
  switch (kind) {
    case RegularizerKind::l1:
      return function(L1{});
    case RegularizerKind::l2:
      return function(L2{});
    case RegularizerKind::l_half:
      return function(LHalf{});
    case RegularizerKind::none:
      break;
  }
  return function(NoRegularizer{});
}

}  // namespace descent
