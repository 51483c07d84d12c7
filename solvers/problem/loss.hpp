#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "datasets/matrix/dataset.hpp"

namespace descent {

enum class LossKind {
  hinge,
  squared_hinge,
  logistic,
  epsilon_insensitive,
  squared_epsilon_insensitive,
  squared
};

/// Kind whose type computes the loss: squared_epsilon_insensitive with ε = 0 for squared, else `kind`.
inline LossKind computed_as(LossKind kind) {
  return kind == LossKind::squared ? LossKind::squared_epsilon_insensitive : kind;
}

/// Name and formula of a loss in configurations and `descent list problems`.
struct LossDescription {
  LossKind kind;
  std::string_view name;
  std::string_view formula;
  Task task;
  bool has_epsilon;  ///< ε matters to it
};

std::span<const LossDescription> losses();
const LossDescription& description_of(LossKind kind);
inline std::string_view name_of(LossKind kind) {
  return description_of(kind).name;
}

namespace detail {

/// `value` if the condition holds, else 0: a mask, which is neither a branch nor a conversion.
inline double if_true(bool holds, double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & -static_cast<std::uint64_t>(holds));
}

/// max(0, u + s)² minus its tangent at u.
inline double square_above_tangent(double u, double s) {
  const double after = u + s;
  if (u > 0) return after > 0 ? s * s : -u * (u + 2 * s);
  return after > 0 ? after * after : 0.0;
}

}  // namespace detail

/// Losses as functions of one argument z: the margin y x·w in classification, the residual x·w − y in
/// regression. Each has its value, also in long double, a derivative (at a kink: docs/methods.md §3) and, for
/// the certificate, the concave dual term −ℓ*(−a) of a dual weight a with its domain; at an optimum a =
/// −ℓ'(z). Smooth losses, with a Lipschitz derivative, have a generalised second derivative, its upper bound,
/// and above_tangent: ℓ(z + s) − ℓ(z) − ℓ'(z) s ≥ 0 without cancellation.
///
/// Derivatives of piecewise linear losses use masks, not ?:, which GCC may turn into a branch. The side of a
/// row's kink cannot be predicted: with a branch, a pass of non-smooth SCD over a9a takes twice as long.
struct Hinge {
  static constexpr LossKind kind = LossKind::hinge;
  static constexpr std::string_view name = "hinge";
  static constexpr std::string_view formula = "max(0, 1 - z)";
  static constexpr Task task = Task::classification;
  static constexpr bool smooth = false;
  template <std::floating_point Number>
  static Number value(Number z) {
    return std::max(Number{0}, 1 - z);
  }
  static double derivative(double z) { return detail::if_true(z < 1, -1); }
  static double dual_term(double a) { return a; }
  static double clip_dual(double a) { return std::clamp(a, 0.0, 1.0); }
};

struct SquaredHinge {
  static constexpr LossKind kind = LossKind::squared_hinge;
  static constexpr std::string_view name = "squared_hinge";
  static constexpr std::string_view formula = "max(0, 1 - z)^2";
  static constexpr Task task = Task::classification;
  static constexpr bool smooth = true;
  static constexpr double curvature = 2;
  template <std::floating_point Number>
  static Number value(Number z) {
    const Number b = std::max(Number{0}, 1 - z);
    return b * b;
  }
  static double derivative(double z) { return -2 * std::max(0.0, 1 - z); }
  static double second_derivative(double z) { return z < 1 ? 2.0 : 0.0; }
  static double above_tangent(double z, double s) { return detail::square_above_tangent(1 - z, -s); }
  static double dual_term(double a) { return a - a * a / 4; }
  static double clip_dual(double a) { return std::max(a, 0.0); }
};

struct Logistic {
  static constexpr LossKind kind = LossKind::logistic;
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view formula = "log(1 + exp(-z))";
  static constexpr Task task = Task::classification;
  static constexpr bool smooth = true;
  static constexpr double curvature = 0.25;
  // exp only of numbers <= 0: no overflow, and log1p keeps small values.
  template <std::floating_point Number>
  static Number value(Number z) {
    return z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z;
  }
  static double derivative(double z) {
    const double e = std::exp(-std::abs(z));
    return z > 0 ? -e / (1 + e) : -1 / (1 + e);
  }
  static double second_derivative(double z) {
    const double e = std::exp(-std::abs(z));
    return e / ((1 + e) * (1 + e));
  }
  static constexpr double short_step = 1e-4;
  static double above_tangent(double z, double s) {
    const double p = -derivative(z);
    if (std::abs(s) > 1) return std::max(0.0, value(z + s) - value(z) + p * s);
    if (std::abs(s) > short_step) return std::max(0.0, std::log1p(p * std::expm1(-s)) + p * s);
    return above_tangent_of_short_step(p, second_derivative(z), s);
  }
  // p = −ℓ'(z), q = ℓ''(z). The first three terms of the series, with a relative error of the order of s³.
  static double above_tangent_of_short_step(double p, double q, double s) {
    return q * s * s * (1.0 / 2 - s * ((1 - 2 * p) / 6 - s * (1 - 6 * q) / 24));
  }
  // log1p: log(1 − a) would leave an error of 1e-16 in a term of about a, however small a is.
  static double dual_term(double a) {
    return (a > 0 ? -a * std::log(a) : 0.0) - (a < 1 ? (1 - a) * std::log1p(-a) : 0.0);
  }
  static double clip_dual(double a) { return std::clamp(a, 0.0, 1.0); }
};

struct EpsilonInsensitive {
  static constexpr LossKind kind = LossKind::epsilon_insensitive;
  static constexpr std::string_view name = "epsilon_insensitive";
  static constexpr std::string_view formula = "max(0, |r| - epsilon), r = x.w - y";
  static constexpr Task task = Task::regression;
  static constexpr bool smooth = false;
  template <std::floating_point Number>
  Number value(Number r) const {
    return std::max(Number{0}, std::abs(r) - epsilon);
  }
  double derivative(double r) const {
    return detail::if_true(r > epsilon, 1) - detail::if_true(r < -epsilon, 1);
  }
  double dual_term(double b) const { return -epsilon * std::abs(b); }
  static double clip_dual(double b) { return std::clamp(b, -1.0, 1.0); }
  double epsilon;
};

struct SquaredEpsilonInsensitive {
  static constexpr LossKind kind = LossKind::squared_epsilon_insensitive;
  static constexpr std::string_view name = "squared_epsilon_insensitive";
  static constexpr std::string_view formula = "max(0, |r| - epsilon)^2, r = x.w - y";
  static constexpr Task task = Task::regression;
  static constexpr bool smooth = true;
  static constexpr double curvature = 2;
  template <std::floating_point Number>
  Number value(Number r) const {
    const Number excess = std::max(Number{0}, std::abs(r) - epsilon);
    return excess * excess;
  }
  double derivative(double r) const { return std::copysign(2 * std::max(0.0, std::abs(r) - epsilon), r); }
  // At |r| = ε either is a generalised second derivative; 2 suits the squared loss, whose ε is 0.
  double second_derivative(double r) const { return std::abs(r) >= epsilon ? 2.0 : 0.0; }
  double above_tangent(double r, double s) const {
    return detail::square_above_tangent(r - epsilon, s) + detail::square_above_tangent(-r - epsilon, -s);
  }
  double dual_term(double b) const { return -epsilon * std::abs(b) - b * b / 4; }
  static double clip_dual(double b) { return b; }
  double epsilon;
};

/// The loss as its type. Losses without ε ignore it.
template <class Loss>
Loss make_loss([[maybe_unused]] double epsilon) {
  if constexpr (Loss::task == Task::regression)
    return Loss{epsilon};
  else
    return Loss{};
}

/// Calls `function` with the loss as its type; the only place where a kind becomes a type. The squared loss
/// has the squared ε-insensitive loss's type, so that no solver is compiled twice.
template <class Function>
decltype(auto) with_loss(LossKind kind, double epsilon, Function&& function) {
  switch (kind) {
    case LossKind::hinge:
      return function(Hinge{});
    case LossKind::squared_hinge:
      return function(SquaredHinge{});
    case LossKind::logistic:
      return function(Logistic{});
    case LossKind::epsilon_insensitive:
      return function(EpsilonInsensitive{epsilon});
    case LossKind::squared_epsilon_insensitive:
      return function(SquaredEpsilonInsensitive{epsilon});
    case LossKind::squared:
      break;
  }
  return function(SquaredEpsilonInsensitive{0});
}

}  // namespace descent
