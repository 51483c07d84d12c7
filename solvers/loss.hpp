#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace descent {

enum class LossKind { hinge, squared_hinge };

/// Losses as functions of the margin z = y x·w. Each has its value, a derivative (at a kink: the one that
/// methods.md §3 takes) and, for the certificate, the concave dual term of a dual weight a together with the
/// domain of a.
struct Hinge {
  static constexpr LossKind kind = LossKind::hinge;
  static constexpr std::string_view name = "hinge";
  static constexpr std::string_view formula = "max(0, 1 - z)";
  static double value(double z) { return std::max(0.0, 1 - z); }
  static double derivative(double z) { return z < 1 ? -1.0 : 0.0; }
  static double dual_term(double a) { return a; }
  static double clip_dual(double a) { return std::clamp(a, 0.0, 1.0); }
};

struct SquaredHinge {
  static constexpr LossKind kind = LossKind::squared_hinge;
  static constexpr std::string_view name = "squared_hinge";
  static constexpr std::string_view formula = "max(0, 1 - z)^2";
  static double value(double z) {
    const double b = std::max(0.0, 1 - z);
    return b * b;
  }
  static double derivative(double z) { return -2 * std::max(0.0, 1 - z); }
  static double dual_term(double a) { return a - a * a / 4; }
  static double clip_dual(double a) { return std::max(a, 0.0); }
};

/// Name and formula of a loss, as configurations and `descent list losses` give them.
struct LossDescription {
  LossKind kind;
  std::string_view name;
  std::string_view formula;
};

std::span<const LossDescription> losses();
std::string_view name_of(LossKind kind);

/// Calls `function` with the loss's value type; the one place where a kind becomes a type.
template <class Function>
decltype(auto) with_loss(LossKind kind, Function&& function) {
  return kind == LossKind::hinge ? function(Hinge{}) : function(SquaredHinge{});
}

}  // namespace descent
