#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "plots/cells.hpp"
#include "plots/result_schema.hpp"

namespace descent {

/// What a run took until its relative suboptimality (F(w) − D*) / D* was at most a target for the first time.
/// Between the checkpoint before and the one at which it is seen, log time is taken to be linear in log
/// suboptimality; there is nothing to interpolate from before the first positive time. Of a method that
/// restarts, a checkpoint is a run to a tolerance, and one in between would have been there in between.
struct Arrival {
  double cpu_seconds = 0;  ///< billed, without setup
  double setup_seconds = 0;
  double passes = 0;
};

/// Empty when the run never got there, has failed or has no lower bound.
std::optional<Arrival> arrival(std::span<const ResultRow> run, double relative_suboptimality);

/// How long the runs of a cell took to one target. Runs that never got there count as infinitely long, so a
/// quantile is empty where it falls on one of them.
struct TimeToTarget {
  double target = 0;  ///< relative suboptimality
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  std::optional<double> cpu_seconds_median, cpu_seconds_p10, cpu_seconds_p90;
  std::optional<double> passes_median, passes_p10, passes_p90;
  double cpu_seconds_longest = 0;  ///< billed to the longest of the runs: what a censored time exceeds
  double passes_longest = 0;
};

/// The relative suboptimalities that tables and profiles are made for.
inline constexpr double relative_targets[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

TimeToTarget time_to_target(const Cell& cell, double target);

/// Those of its numbers that are counted on one axis.
struct TimesOnAxis {
  std::optional<double> median, p10, p90;
  double longest = 0;
};

TimesOnAxis times_on(Axis axis, const TimeToTarget& time);

}  // namespace descent
