#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "plots/analysis/estimate.hpp"
#include "plots/results/result_schema.hpp"
#include "plots/results/run_groups.hpp"

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

/// Where a run has left its target again, it had not arrived: an arrival lasts if the suboptimality is never
/// again above this many times the target.
constexpr double lasting_factor = 2;

/// The checkpoint at which a run is seen to have arrived: the first one at or below the target after which
/// every other one is at most lasting_factor times the target. A method that hovers about a target and dips
/// below it now and then has not arrived. Null when the run never does, has failed or has no such scale, or
/// when a suboptimality is not a number.
const ResultRow* row_of_arrival(std::span<const ResultRow> run, double target,
                                TargetScale scale = TargetScale::optimum);

/// Between which CPU seconds (billed, without or with setup) or passes a run arrived; w = 0 is there before
/// any of them. One that used up its budget before takes longer than that, one that ended otherwise never
/// arrives ({∞, ∞}), and one that failed tells nothing ({0, ∞}). Between the checkpoint before and the one of
/// row_of_arrival, log time is taken to be linear in log suboptimality; before the first checkpoint after
/// w = 0 there is nothing to interpolate from, and it may have taken anything up to that. Of a method that
/// restarts, a checkpoint is a run to a tolerance, and one in between would have been there in between.
Bounds bounds_on_arrival(std::span<const ResultRow> run, double target, TargetScale scale, Axis axis);

/// Quantiles of the runs' times, and what the longest of them was billed.
struct TimesOnAxis {
  Bounds median, p10, p90;
  double longest = 0;
};

/// How long the runs of a cell took to one target, see bounds_on_arrival. The ends of a quantile are the
/// quantiles of the runs' lower and of their upper ends (type 7 of Hyndman and Fan 1996), so that a quantile
/// next to a run that is only known within bounds, or beyond the budget of another, is itself within bounds.
struct TimeToTarget {
  double target = 0;  ///< a share of the scale's unit
  TargetScale scale = TargetScale::optimum;
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  TimesOnAxis cpu_seconds, cpu_seconds_with_setup, passes;
};

/// The targets that tables and profiles are made for.
inline constexpr double relative_targets[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

/// Of a cell with at least one run.
TimeToTarget time_to_target(const RunGroup& cell, double target, TargetScale scale = TargetScale::optimum);

/// Those of its numbers that are counted on one axis.
const TimesOnAxis& times_on(Axis axis, const TimeToTarget& time);

}  // namespace descent
