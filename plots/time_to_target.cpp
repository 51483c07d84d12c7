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

  TimeBounds at(double share) const {
    const double most = quantile(high, share);
    return {quantile(low, share), most < never ? std::optional(most) : std::nullopt};
  }
};

/// What a run is billed for all of its checkpoints, and what it took to arrive, on one axis.
double amount(const ResultRow& last, Axis axis) {
  if (axis == Axis::passes) return last.passes;
  return last.cpu_seconds + (axis == Axis::cpu_seconds_with_setup ? last.setup_seconds : 0);
}

double amount(const Arrival& found, Axis axis) {
  if (axis == Axis::passes) return found.passes;
  const bool has_begun = found.cpu_seconds > 0;  // w = 0 needs no setup
  return found.cpu_seconds + (axis == Axis::cpu_seconds_with_setup && has_begun ? found.setup_seconds : 0);
}

void add_run(const std::vector<ResultRow>& run, const std::optional<Arrival>& found, Axis axis, Ends& ends) {
  const ResultRow& last = run.back();
  if (found) {
    const double setup = axis == Axis::cpu_seconds_with_setup ? found->setup_seconds : 0;
    ends.low.push_back(found->is_bound ? setup : amount(*found, axis));
    ends.high.push_back(amount(*found, axis));
    return;
  }
  const bool is_cut_off = last.status == run_status::budget;
  ends.low.push_back(run_status::is_failed(last.status) ? 0 : is_cut_off ? amount(last, axis) : never);
  ends.high.push_back(never);
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

std::optional<Arrival> arrival(std::span<const ResultRow> run, double target, TargetScale scale) {
  const auto unit = unit_of(run, scale);
  if (!unit) return std::nullopt;
  const ResultRow* before = nullptr;
  for (const ResultRow& row : run) {
    if (!row.suboptimality || !std::isfinite(*row.suboptimality)) return std::nullopt;
    const double reached = *row.suboptimality / *unit;
    if (reached <= target) {
      Arrival found{row.cpu_seconds, row.setup_seconds, row.passes, false};
      if (before == nullptr) return found;
      const double left = *before->suboptimality / *unit;
      found.is_bound = !(before->cpu_seconds > 0);
      found.cpu_seconds = crossing(before->cpu_seconds, left, row.cpu_seconds, reached, target);
      found.passes = crossing(before->passes, left, row.passes, reached, target);
      return found;
    }
    before = &row;
  }
  return std::nullopt;
}

TimeToTarget time_to_target(const Cell& cell, double target, TargetScale scale) {
  TimeToTarget result;
  result.target = target;
  result.scale = scale;
  result.runs = cell.runs.size();
  Ends seconds;
  Ends with_setup;
  Ends passes;
  for (const std::vector<ResultRow>* run : cell.runs) {
    const auto found = arrival(*run, target, scale);
    if (found) ++result.arrived;
    add_run(*run, found, Axis::cpu_seconds, seconds);
    add_run(*run, found, Axis::cpu_seconds_with_setup, with_setup);
    add_run(*run, found, Axis::passes, passes);
    const ResultRow& last = run->back();
    result.cpu_seconds_longest = std::max(result.cpu_seconds_longest, last.cpu_seconds);
    result.cpu_seconds_with_setup_longest =
        std::max(result.cpu_seconds_with_setup_longest, amount(last, Axis::cpu_seconds_with_setup));
    result.passes_longest = std::max(result.passes_longest, last.passes);
  }
  result.cpu_seconds_median = seconds.at(0.5);
  result.cpu_seconds_p10 = seconds.at(0.1);
  result.cpu_seconds_p90 = seconds.at(0.9);
  result.cpu_seconds_with_setup_median = with_setup.at(0.5);
  result.cpu_seconds_with_setup_p10 = with_setup.at(0.1);
  result.cpu_seconds_with_setup_p90 = with_setup.at(0.9);
  result.passes_median = passes.at(0.5);
  result.passes_p10 = passes.at(0.1);
  result.passes_p90 = passes.at(0.9);
  return result;
}

TimesOnAxis times_on(Axis axis, const TimeToTarget& time) {
  if (axis == Axis::passes)
    return {time.passes_median, time.passes_p10, time.passes_p90, time.passes_longest};
  if (axis == Axis::cpu_seconds_with_setup)
    return {time.cpu_seconds_with_setup_median, time.cpu_seconds_with_setup_p10,
            time.cpu_seconds_with_setup_p90, time.cpu_seconds_with_setup_longest};
  return {time.cpu_seconds_median, time.cpu_seconds_p10, time.cpu_seconds_p90, time.cpu_seconds_longest};
}

}  // namespace descent
