#pragma once

#include <string_view>

namespace descent {

/// What a horizontal axis and a checkpoint grid measure. Nothing is budgeted in times with setup, but tables
/// have them, and figures on request.
enum class Axis { cpu_seconds, passes, cpu_seconds_with_setup };

/// In the order of tables.
inline constexpr Axis all_axes[] = {Axis::cpu_seconds, Axis::cpu_seconds_with_setup, Axis::passes};

/// "cpu_seconds", "passes", "cpu_seconds_with_setup".
constexpr std::string_view name_of(Axis axis) {
  if (axis == Axis::cpu_seconds) return "cpu_seconds";
  return axis == Axis::passes ? "passes" : "cpu_seconds_with_setup";
}

/// Axis of figures for a kind of budget; CPU time includes setup.
constexpr Axis axis_of_figures(Axis budget) {
  return budget == Axis::cpu_seconds ? Axis::cpu_seconds_with_setup : budget;
}

}  // namespace descent
