#include "plots/analysis/time_to_target.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

constexpr double never = infinity;

/// A line between two checkpoints says nothing if they are further apart, as in a run that waited for a core.
constexpr double most_apart = 10 * (1 + 1e-9);  // a decade with its rounding

/// Position where the straight line through (log x, log y) at both ends meets the height `target`. It falls
/// from y₀ > target at x₀ to y₁ ≤ target at x₁ ≥ x₀. Returns x₁ if a position is 0 or a height ≤ 0, which
/// have no logarithm.
double crossing(double x0, double y0, double x1, double y1, double target) {
  if (!(x0 > 0) || !(y1 > 0) || x1 <= x0) return x1;
  const double share = std::log(y0 / target) / std::log(y0 / y1);
  return std::min(x1, x0 * std::pow(x1 / x0, share));
}

TimesOnAxis times_of(const RunGroup& group, double target, TargetScale scale, Axis axis) {
  TimesOnAxis times;
  std::vector<double> low;
  std::vector<double> high;
  for (const std::vector<ResultRow>* run : group.runs) {
    const Bounds arrived = bounds_on_arrival(*run, target, scale, axis);
    low.push_back(arrived.low);
    high.push_back(arrived.high);
    times.longest = std::max(times.longest, charged(run->back(), axis));
  }
  const auto at = [&](double share) { return Bounds{quantile(low, share), quantile(high, share)}; };
  times.median = at(0.5);
  times.p10 = at(0.1);
  times.p90 = at(0.9);
  return times;
}

constexpr std::size_t fewest_lambdas = 3;

/// The group's path; a new one if there is none yet.
LambdaPath& path_of(const GroupKey& group, const Manifest& manifest, std::vector<LambdaPath>& paths) {
  for (LambdaPath& path : paths) {
    if (std::tie(path.dataset.name, path.loss, path.regularizer) ==
        std::tie(group.dataset, group.loss, group.regularizer))
      return path;
  }
  return paths.emplace_back(
      LambdaPath{dataset_of(manifest, group), group.loss, group.regularizer, {}, {}, {}});
}

void add_point(LambdaPath& path, std::size_t method, const TimeToTargetRow& row) {
  auto curve = std::ranges::find(path.curves, method, &LambdaPathCurve::method);
  if (curve == path.curves.end()) curve = path.curves.insert(path.curves.end(), {method, {}});
  const auto position = std::ranges::lower_bound(curve->points, row.lambda, {}, &LambdaPathRow::lambda);
  curve->points.insert(position, {row, row.lambda * static_cast<double>(path.dataset.rows)});
}

/// λ for which no method's time can be known.
std::vector<double> uncertain_lambdas(const LambdaPath& path) {
  std::vector<double> lambdas = path.lambdas;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points)
      if (!row.is_below_certificate) std::erase(lambdas, row.lambda);
  }
  return lambdas;
}

}  // namespace

double charged(const ResultRow& row, Axis axis) {
  if (axis == Axis::passes) return row.passes;
  return row.cpu_seconds + (axis == Axis::cpu_seconds_with_setup ? row.setup_seconds : 0);
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
  if (row == nullptr) return {run_status::is_cut_off(last.status) ? charged(last, axis) : never, never};
  if (row == &run.front()) return {0, 0};
  const double setup = axis == Axis::cpu_seconds_with_setup ? row->setup_seconds : 0;
  const Axis work = axis == Axis::passes ? axis : Axis::cpu_seconds;
  const double there = charged(*row, work);
  const ResultRow& before = *(row - 1);
  if (there > most_apart * charged(before, work)) return {setup + charged(before, work), setup + there};
  const double unit = unit_of(run, scale).value();
  const double crossed = setup + crossing(charged(before, work), *before.suboptimality / unit, there,
                                          *row->suboptimality / unit, target);
  return {crossed, crossed};
}

TimeToTarget time_to_target(const RunGroup& group, double target, TargetScale scale) {
  const auto arrives = [&](const std::vector<ResultRow>* run) {
    return row_of_arrival(*run, target, scale) != nullptr;
  };
  TimeToTarget time{target, scale, group.runs.size(),
                    static_cast<std::uint64_t>(std::ranges::count_if(group.runs, arrives))};
  for (const Axis axis : all_axes)
    time.times[static_cast<std::size_t>(axis)] = times_of(group, target, scale, axis);
  return time;
}

std::vector<LambdaPath> lambda_paths(const TimedResults& results) {
  const Manifest& manifest = results.manifest;
  std::vector<LambdaPath> paths;
  for (const RunGroup& group : results.groups) {
    LambdaPath& path = path_of(group, manifest, paths);
    const auto position = std::ranges::lower_bound(path.lambdas, group.lambda);
    if (position == path.lambdas.end() || *position != group.lambda)
      path.lambdas.insert(position, group.lambda);
  }
  for (const TimeToTargetRow& row : results.times)
    if (row.time.target == path_target && row.time.scale == TargetScale::optimum)
      add_point(path_of(row, manifest, paths), index_of_method(manifest, row), row);
  for (LambdaPath& path : paths) {
    std::ranges::sort(path.curves, {}, &LambdaPathCurve::method);
    path.uncertain = uncertain_lambdas(path);
  }
  std::erase_if(paths, [](const LambdaPath& path) {
    return path.lambdas.size() < fewest_lambdas || path.uncertain.size() == path.lambdas.size();
  });
  return paths;
}

}  // namespace descent
