#include "plots/analysis/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

constexpr std::size_t fewest_points = 5;

/// Slope of the least-squares line through points (x, y).
double slope_of(std::span<const double> x, std::span<const double> y) {
  const double x_mean = mean(x);
  const double y_mean = mean(y);
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  return xy / xx;
}

/// Reason why a run cannot be fitted, else "".
std::string obstacle_of(std::span<const ResultRow> run) {
  if (!run_status::is_cut_off(run.back().status))
    return fmt::format("a run ended before its budget: {}", run.back().status);
  for (const ResultRow& row : run) {
    if (!row.suboptimality || !std::isfinite(*row.suboptimality)) return "a run lacks suboptimalities";
    if (!(*row.suboptimality > 0)) return "a run has arrived at the certificate's bound";
  }
  return "";
}

/// Suboptimalities of each run at the points.
std::vector<std::vector<double>> suboptimalities_at(std::span<const double> points,
                                                    std::span<const std::vector<ResultRow>* const> runs) {
  std::vector<std::vector<double>> all;
  for (const std::vector<ResultRow>* run : runs) {
    Series logarithms(true);
    for (const ResultRow& row : *run) logarithms.add(row.passes, std::log(*row.suboptimality));
    std::vector<double> run_values;
    for (const double t : points) run_values.push_back(std::exp(logarithms.at(t).value()));
    all.push_back(std::move(run_values));
  }
  return all;
}

/// Data for the fit of the line.
struct Course {
  std::vector<double> x;  ///< log t
  std::vector<double> y;  ///< log of the mean suboptimality
};

/// Course of the picked runs.
Course course_of(std::span<const double> points, const std::vector<std::vector<double>>& suboptimalities,
                 std::span<const std::size_t> picks, bool logarithm) {
  Course course;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double sum = 0;
    for (const std::size_t pick : picks) sum += suboptimalities[pick][i];
    course.x.push_back(std::log(points[i]));
    course.y.push_back(std::log(sum / static_cast<double>(picks.size())) -
                       (logarithm ? std::log1p(std::log(points[i])) : 0));
  }
  return course;
}

/// Range of the slopes of all points and of both halves.
Bounds span_of_slopes(const Course& course) {
  const std::span<const double> x = course.x;
  const std::span<const double> y = course.y;
  const std::size_t half = x.size() / 2;
  const auto [least, greatest] = std::minmax({slope_of(x, y), slope_of(x.first(half + 1), y.first(half + 1)),
                                              slope_of(x.subspan(half), y.subspan(half))});
  return {least, greatest};
}

}  // namespace

std::variant<RateFit, std::string> fit_rate(std::span<const std::vector<ResultRow>* const> runs,
                                            bool logarithm) {
  RateFit fit;
  fit.last_pass = runs.front()->back().passes;
  for (const std::vector<ResultRow>* run : runs) {
    if (std::string obstacle = obstacle_of(*run); !obstacle.empty()) return obstacle;
    fit.last_pass = std::min(fit.last_pass, run->back().passes);
  }
  fit.first_pass = fit.last_pass / 10;
  if (fit.first_pass < 1)
    return fmt::format("{:.3g} passes are too few: the last decade begins before the first pass",
                       fit.last_pass);
  // As many points as the sparsest run has checkpoints there, so that no run is refined.
  fit.points = runs.front()->size();
  for (const std::vector<ResultRow>* run : runs) {
    const double earliest = fit.first_pass * (1 - 1e-9);  // rounding must not lose the first point
    const auto within = std::ranges::count_if(
        *run, [&](const ResultRow& row) { return row.passes >= earliest && row.passes <= fit.last_pass; });
    fit.points = std::min(fit.points, static_cast<std::size_t>(within));
  }
  if (fit.points < fewest_points)
    return fmt::format("{} checkpoints in the last decade are too few, {} are needed", fit.points,
                       fewest_points);
  const std::vector<double> points = geometric_grid(fit.first_pass, fit.last_pass, fit.points);
  const auto suboptimalities = suboptimalities_at(points, runs);
  std::vector<std::size_t> picks(runs.size());
  std::iota(picks.begin(), picks.end(), std::size_t{0});

  const Course course = course_of(points, suboptimalities, picks, logarithm);
  const double slope = slope_of(course.x, course.y);
  fit.slope = {{slope, slope}, span_of_slopes(course)};
  for (const auto& run_values : suboptimalities)
    fit.last_suboptimality += run_values.back() / static_cast<double>(runs.size());
  if (runs.size() < 2) return fit;
  const auto bootstrap = bca_bootstrap(runs.size(), 0.95, [&](std::span<const std::size_t> members) {
    const Course resampled = course_of(points, suboptimalities, members, logarithm);
    return slope_of(resampled.x, resampled.y);
  });
  if (bootstrap) fit.slope.interval = bootstrap->interval;
  return fit;
}

}  // namespace descent
