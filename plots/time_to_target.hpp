#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "plots/cells.hpp"
#include "plots/result_schema.hpp"

namespace descent {

/// What a target is a share of. Where D* is much smaller than F(0), as with a sum of losses of text that can
/// be separated, a share of D* asks for what no figure of the objective shows.
enum class TargetScale {
  optimum,  ///< (F(w) − D*) / D*
  start     ///< (F(w) − D*) / (F(0) − D*), 1 at w = 0
};

inline constexpr TargetScale target_scales[] = {TargetScale::optimum, TargetScale::start};

/// "optimum" or "start".
std::string_view text_of(TargetScale scale);

/// The F(w) − D* that is 1 on a scale: D*, or F(0) − D* of checkpoint 0. Empty when it is not a positive
/// number, or the run has failed or has no lower bound.
std::optional<double> unit_of(std::span<const ResultRow> run, TargetScale scale);

/// What a run took until its suboptimality was at most a target for the first time. Between the checkpoint
/// before and the one at which it is seen, log time is taken to be linear in log suboptimality. Of a method
/// that restarts, a checkpoint is a run to a tolerance, and one in between would have been there in between.
struct Arrival {
  double cpu_seconds = 0;  ///< billed, without setup
  double setup_seconds = 0;
  double passes = 0;
  /// Seen at the first checkpoint after w = 0: there is nothing to interpolate from, and it may have taken
  /// anything up to these seconds and passes.
  bool is_bound = false;
};

/// Empty when the run never got there, has failed or has no such scale.
std::optional<Arrival> arrival(std::span<const ResultRow> run, double target,
                               TargetScale scale = TargetScale::optimum);

/// What is known of an amount of time or work.
struct TimeBounds {
  double at_least = 0;            ///< infinite where it surely never comes to an end
  std::optional<double> at_most;  ///< empty where nothing is known from above
  bool is_exact() const { return at_most == at_least; }
  friend bool operator==(const TimeBounds&, const TimeBounds&) = default;
};

/// How long the runs of a cell took to one target. A run that used up its budget before takes longer than
/// that, one that ended otherwise never arrives, one that is there at its first checkpoint took anything up
/// to that, and one that failed tells nothing. The ends of a quantile are the quantiles of the runs' lower
/// and of their upper ends (type 7 of Hyndman and Fan 1996), so that a quantile next to a run that is only
/// known within bounds, or beyond the budget of another, is itself within bounds. With setup every run that
/// has not failed takes its setup longer; w = 0, which some targets are met by, is there before.
struct TimeToTarget {
  double target = 0;  ///< a share of the scale's unit
  TargetScale scale = TargetScale::optimum;
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  TimeBounds cpu_seconds_median, cpu_seconds_p10, cpu_seconds_p90;
  TimeBounds cpu_seconds_with_setup_median, cpu_seconds_with_setup_p10, cpu_seconds_with_setup_p90;
  TimeBounds passes_median, passes_p10, passes_p90;
  double cpu_seconds_longest = 0;  ///< billed to the longest of the runs, without setup
  double cpu_seconds_with_setup_longest = 0;
  double passes_longest = 0;
};

/// The targets that tables and profiles are made for.
inline constexpr double relative_targets[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

/// Of a cell with at least one run.
TimeToTarget time_to_target(const Cell& cell, double target, TargetScale scale = TargetScale::optimum);

/// Those of its numbers that are counted on one axis.
struct TimesOnAxis {
  TimeBounds median, p10, p90;
  double longest = 0;
};

TimesOnAxis times_on(Axis axis, const TimeToTarget& time);

}  // namespace descent
