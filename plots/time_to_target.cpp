#include "plots/time_to_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

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

/// The quantile at `share` as in statistics.hpp; empty when one of the values that it lies between is
/// infinite.
std::optional<double> finite_quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const auto above = static_cast<std::size_t>(std::ceil(place));
  if (!std::isfinite(values[above])) return std::nullopt;
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

}  // namespace

std::optional<Arrival> arrival(std::span<const ResultRow> run, double relative_suboptimality) {
  const ResultRow* before = nullptr;
  for (const ResultRow& row : run) {
    if (!row.suboptimality || !row.lower_bound || !(*row.lower_bound > 0)) return std::nullopt;
    if (!std::isfinite(*row.suboptimality)) return std::nullopt;
    const double reached = *row.suboptimality / *row.lower_bound;
    if (reached <= relative_suboptimality) {
      Arrival found{row.cpu_seconds, row.setup_seconds, row.passes};
      if (before == nullptr) return found;
      const double left = *before->suboptimality / *before->lower_bound;
      found.cpu_seconds =
          crossing(before->cpu_seconds, left, row.cpu_seconds, reached, relative_suboptimality);
      found.passes = crossing(before->passes, left, row.passes, reached, relative_suboptimality);
      return found;
    }
    before = &row;
  }
  return std::nullopt;
}

TimeToTarget time_to_target(const Cell& cell, double target) {
  TimeToTarget result;
  result.target = target;
  result.runs = cell.runs.size();
  std::vector<double> seconds;
  std::vector<double> passes;
  for (const std::vector<ResultRow>* run : cell.runs) {
    const auto found = arrival(*run, target);
    if (found) ++result.arrived;
    seconds.push_back(found ? found->cpu_seconds : never);
    passes.push_back(found ? found->passes : never);
    result.cpu_seconds_longest = std::max(result.cpu_seconds_longest, run->back().cpu_seconds);
    result.passes_longest = std::max(result.passes_longest, run->back().passes);
  }
  if (result.arrived == 0) return result;
  result.cpu_seconds_median = finite_quantile(seconds, 0.5);
  result.cpu_seconds_p10 = finite_quantile(seconds, 0.1);
  result.cpu_seconds_p90 = finite_quantile(seconds, 0.9);
  result.passes_median = finite_quantile(passes, 0.5);
  result.passes_p10 = finite_quantile(passes, 0.1);
  result.passes_p90 = finite_quantile(passes, 0.9);
  return result;
}

TimesOnAxis times_on(Axis axis, const TimeToTarget& time) {
  if (axis == Axis::passes)
    return {time.passes_median, time.passes_p10, time.passes_p90, time.passes_longest};
  return {time.cpu_seconds_median, time.cpu_seconds_p10, time.cpu_seconds_p90, time.cpu_seconds_longest};
}

}  // namespace descent
