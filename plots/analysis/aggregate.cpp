#include "plots/analysis/aggregate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

constexpr std::size_t grid_points = 50;

using Rows = std::vector<ResultRow>;

/// Unit of the points of a group's curve.
enum class Grid { cpu_seconds, passes, checkpoints };

Grid grid_of(const RunGroup& group, Axis axis) {
  if (group.sampled_by_tolerance) return Grid::checkpoints;
  return axis == Axis::passes ? Grid::passes : Grid::cpu_seconds;
}

double position(const ResultRow& row, Grid grid) {
  if (grid == Grid::checkpoints) return static_cast<double>(row.checkpoint);
  return grid == Grid::passes ? row.passes : row.cpu_seconds;
}

/// Rows before the first without a finite objective.
std::span<const ResultRow> usable_rows(const Rows& rows) {
  const auto end = std::ranges::find_if(
      rows, [](const ResultRow& row) { return !row.objective || !std::isfinite(*row.objective); });
  return {rows.begin(), end};
}

/// First positive position of the rows, 0 without one.
double first_positive(std::span<const ResultRow> rows, Grid grid) {
  const auto found =
      std::ranges::find_if(rows, [&](const ResultRow& row) { return position(row, grid) > 0; });
  return found == rows.end() ? 0 : position(*found, grid);
}

/// 0, 1, 2, … up to the last checkpoint that all runs have which were cut off, by budget or target. Others
/// set no limit: a run that ended by itself would stay at its last point, and a failed run counts as failed.
std::vector<double> checkpoint_grid(const RunGroup& group) {
  std::size_t longest = 0;
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  for (const Rows* run : group.runs) {
    longest = std::max(longest, run->size());
    if (run_status::is_cut_off(run->back().status)) limit = std::min(limit, run->size());
  }
  std::vector<double> grid(std::min(longest, limit));
  std::iota(grid.begin(), grid.end(), 0.0);
  return grid;
}

std::vector<double> make_grid(const RunGroup& group, Grid kind) {
  if (kind == Grid::checkpoints) return checkpoint_grid(group);
  // Latest of the runs' first iterates. Before it, a mean would mix iterates of some runs with F(0) of
  // others, and show steps that no run made.
  double first = 0;
  double first_of_dead = 0;  // if no run has a finite iterate, the grid shows when they died
  double last = 0;
  for (const Rows* run : group.runs) {
    first = std::max(first, first_positive(usable_rows(*run), kind));
    first_of_dead = std::max(first_of_dead, first_positive(*run, kind));
    last = std::max(last, position(run->back(), kind));
  }
  std::vector<double> grid{0};
  if (last > 0) {
    const auto positive = geometric_grid(first > 0 ? first : first_of_dead, last, grid_points);
    grid.insert(grid.end(), positive.begin(), positive.end());
  }
  return grid;
}

/// The number in each of a group's runs, as in aggregate(): over the axis, or over checkpoints for a method
/// that restarts. A series ends before the first non-finite objective, and holds its last value unless the
/// run failed or diverged.
std::vector<Series> series_of_runs(const RunGroup& group, Axis axis, RowNumber number) {
  const Grid grid = grid_of(group, axis);
  std::vector<Series> runs;
  for (const Rows* run : group.runs) {
    const auto usable = usable_rows(*run);
    const std::string& status = run->back().status;
    const bool died =
        usable.size() < run->size() || status == run_status::diverged || run_status::is_failed(status);
    Series& series = runs.emplace_back(!died);
    for (const ResultRow& row : usable)
      if (const auto value = number(row)) series.add(position(row, grid), *value);
  }
  return runs;
}

/// Values of the runs that reach x.
std::vector<double> values_at(std::span<const Series> runs, double x) {
  std::vector<double> values;
  for (const Series& run : runs)
    if (const auto value = run.at(x)) values.push_back(*value);
  return values;
}

void append_curve(const RunGroup& group, Axis axis, std::vector<CurvePoint>& curves) {
  const Grid grid = grid_of(group, axis);
  std::vector<std::vector<Series>> position_series, quantity_series;
  for (const Position& each : positions())
    position_series.push_back(series_of_runs(group, axis, each.of_row));
  for (const Quantity& each : quantities())
    quantity_series.push_back(series_of_runs(group, axis, each.of_row));
  const ResultRow& first = group.runs.front()->front();
  // A failed run has none.
  const auto bounded =
      std::ranges::find_if(group.runs, [](const Rows* run) { return run->front().lower_bound.has_value(); });
  const auto setups = setup_seconds(group);
  const auto ended_runs = std::ranges::count_if(
      group.runs, [](const Rows* run) { return run_status::is_own_end(run->back().status); });
  const bool agree = runs_agree(group);
  std::uint64_t number = 0;
  for (const double x : make_grid(group, grid)) {
    CurvePoint point;
    static_cast<GroupKey&>(point) = group;
    point.form = first.form;
    point.l2_factor = first.l2_factor;
    point.point = number++;
    if (!setups.empty()) point.setup_seconds_mean = mean(setups);
    if (bounded != group.runs.end()) point.lower_bound = (*bounded)->front().lower_bound;
    point.ended_runs = static_cast<std::uint64_t>(ended_runs);
    point.runs_agree = agree;
    point.runs = values_at(quantity_series.front(), x).size();  // of objectives
    point.failed_runs = group.runs.size() - point.runs;
    // A mean over some runs would jump where the others end, so all must have the quantity.
    const auto values_of_all = [&](std::span<const Series> runs) {
      auto values = values_at(runs, x);
      return values.size() == point.runs ? values : std::vector<double>();
    };
    for (std::size_t i = 0; i < position_series.size(); ++i) {
      const auto values = values_of_all(position_series[i]);
      if (!values.empty()) point.*positions()[i].of_point = mean(values);
    }
    for (std::size_t i = 0; i < quantity_series.size(); ++i) {
      const auto values = values_of_all(quantity_series[i]);
      if (values.empty()) continue;
      point.*quantities()[i].of_point = {mean(values), quantile(values, 0.5), quantile(values, 0.1),
                                         quantile(values, 0.9)};
    }
    if (grid == Grid::cpu_seconds) point.cpu_seconds = x;
    if (grid == Grid::passes) point.passes = x;
    curves.push_back(std::move(point));
  }
}

}  // namespace

bool runs_agree(const RunGroup& group) {
  struct Seen {
    const Rows* run;
    double objective;
  };
  std::map<std::uint64_t, Seen> by_updates;
  bool any_common = false;
  for (const Rows* run : group.runs) {
    for (const ResultRow& row : usable_rows(*run)) {
      if (row.updates == 0) continue;
      const auto [entry, is_new] = by_updates.try_emplace(row.updates, Seen{run, *row.objective});
      if (is_new || entry->second.run == run) continue;
      any_common = true;
      if (entry->second.objective != *row.objective) return false;
    }
  }
  return any_common;
}

std::vector<CurvePoint> aggregate(const GroupedResults& results) {
  return aggregate(results, results.manifest.x_axis);
}

std::vector<CurvePoint> aggregate(const GroupedResults& results, Axis axis) {
  std::vector<CurvePoint> curves;
  const Manifest& manifest = results.manifest;
  for (const RunGroup& group : results.groups) {
    const std::size_t first = curves.size();
    append_curve(group, axis, curves);
    const std::string label = label_of(manifest, group);
    const auto lambda = std::ranges::find_if(manifest.lambdas, [&](const ManifestLambda& each) {
      return each.dataset == group.dataset && each.value == group.lambda;
    });
    for (CurvePoint& point : std::span(curves).subspan(first)) {
      point.label = label;
      if (lambda != manifest.lambdas.end()) point.lambda_as_written = lambda->text;
    }
  }
  return curves;
}

}  // namespace descent
