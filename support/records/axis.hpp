#pragma once

#include <string_view>

namespace descent {

/// Measure of a horizontal axis or a checkpoint grid. Figures and tables have times with setup; budgets do
/// not. Wall time, which is last and in no table, is for figures of threads, whose CPU times are added up.
enum class Axis { cpu_seconds, passes, cpu_seconds_with_setup, wall_seconds_with_setup };

/// In the order of tables.
inline constexpr Axis all_axes[] = {Axis::cpu_seconds, Axis::cpu_seconds_with_setup, Axis::passes};

/// "cpu_seconds", "passes", "cpu_seconds_with_setup", "wall_seconds_with_setup".
constexpr std::string_view name_of(Axis axis) {
  constexpr std::string_view names[] = {"cpu_seconds", "passes", "cpu_seconds_with_setup",
                                        "wall_seconds_with_setup"};
  return names[static_cast<int>(axis)];
}

/// Axis of figures for a kind of budget; CPU time includes setup.
constexpr Axis axis_of_figures(Axis budget) {
  return budget == Axis::cpu_seconds ? Axis::cpu_seconds_with_setup : budget;
}

}  // namespace descent
