#include "plots/time_to_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "plots/statistics.hpp"

namespace descent {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Where the straight line through (log x, log y) at both ends meets the height `target`: from y₀ > target at
/// x₀ down to y₁ ≤ target at x₁ ≥ x₀. A position 0 or a height ≤ 0 has no logarithm; then x₁ it is.
double crossing(double x0, double y0, double x1, double y1, double target) {
  if (!(x0 > 0) || !(y1 > 0) || x1 <= x0) return x1;
  const double share = std::log(y0 / target) / std::log(y0 / y1);
  return std::min(x1, x0 * std::pow(x1 / x0, share));
}

/// Lower and upper ends of several runs' times.
struct Ends {
  std::vector<double> low;
  std::vector<double> high;

  void add(const Bounds& bounds) {
    low.push_back(bounds.low);
    high.push_back(bounds.high);
  }

  Bounds at(double share) const { return {quantile(low, share), quantile(high, share)}; }
};

double amount(const ResultRow& row, Axis axis) {
  return axis == Axis::passes ? row.passes : row.cpu_seconds;
}

}  // namespace

std::string_view text_of(TargetScale scale) {
  return scale == TargetScale::optimum ? "optimum" : "start";
}

std::optional<double> unit_of(std::span<const ResultRow> run, TargetScale scale) {
  const ResultRow& start = run.front();
  if (!start.lower_bound || !start.suboptimality) return std::nullopt;
  const double unit = scale == TargetScale::optimum ? *start.lower_bound : *start.suboptimality;
  return unit > 0 && std::isfinite(unit) ? std::optional(unit) : std::nullopt;
}

const ResultRow* row_of_arrival(std::span<const ResultRow> run, double target, TargetScale scale) {
  const auto unit = unit_of(run, scale);
  if (!unit || run_status::is_failed(run.back().status)) return nullptr;
  const ResultRow* found = nullptr;
  for (const ResultRow& row : run) {
    if (!row.suboptimality || !std::isfinite(*row.suboptimality)) return nullptr;
    const double reached = *row.suboptimality / *unit;
    if (reached > lasting_factor * target) found = nullptr;
    if (found == nullptr && reached <= target) found = &row;
  }
  return found;
}

Bounds bounds_on_arrival(std::span<const ResultRow> run, double target, TargetScale scale, Axis axis) {
  const ResultRow& last = run.back();
  if (run_status::is_failed(last.status)) return {0, never};
  const ResultRow* const row = row_of_arrival(run, target, scale);
  if (row == nullptr) return {last.status == run_status::budget ? amount(last, axis) : never, never};
  const double there = amount(*row, axis);
  if (row == &run.front()) return {there, there};
  const ResultRow& before = *(row - 1);
  if (!(before.cpu_seconds > 0)) return {0, there};
  const double unit = unit_of(run, scale).value();
  const double crossed =
      crossing(amount(before, axis), *before.suboptimality / unit, there, *row->suboptimality / unit, target);
  return {crossed, crossed};
}

TimeToTarget time_to_target(const Cell& cell, double target, TargetScale scale) {
  TimeToTarget result;
  result.target = target;
  result.scale = scale;
  result.runs = cell.runs.size();
  Ends seconds;
  Ends passes;
  for (const std::vector<ResultRow>* run : cell.runs) {
    const Bounds arrived = bounds_on_arrival(*run, target, scale, Axis::cpu_seconds);
    if (arrived.high < never) ++result.arrived;
    seconds.add(arrived);
    passes.add(bounds_on_arrival(*run, target, scale, Axis::passes));
    result.cpu_seconds_longest = std::max(result.cpu_seconds_longest, run->back().cpu_seconds);
    result.passes_longest = std::max(result.passes_longest, run->back().passes);
  }
  result.cpu_seconds_median = seconds.at(0.5);
  result.cpu_seconds_p10 = seconds.at(0.1);
  result.cpu_seconds_p90 = seconds.at(0.9);
  result.passes_median = passes.at(0.5);
  result.passes_p10 = passes.at(0.1);
  result.passes_p90 = passes.at(0.9);
  return result;
}

TimesOnAxis times_on(Axis axis, const TimeToTarget& time) {
  if (axis == Axis::passes)
    return {time.passes_median, time.passes_p10, time.passes_p90, time.passes_longest};
  return {time.cpu_seconds_median, time.cpu_seconds_p10, time.cpu_seconds_p90, time.cpu_seconds_longest};
}

}  // namespace descent
