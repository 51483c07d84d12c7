#include "plots/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "plots/statistics.hpp"

namespace descent {
namespace {

constexpr std::size_t fewest_points = 5;

/// A straight line through points (x, y).
struct Line {
  double slope = 0;
  double standard_error = 0;  ///< of the slope
};

Line least_squares(std::span<const double> x, std::span<const double> y) {
  const double x_mean = mean(x);
  const double y_mean = mean(y);
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  const double slope = xy / xx;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = y[i] - y_mean - slope * (x[i] - x_mean);
    squares += residual * residual;
  }
  return {slope, std::sqrt(squares / (static_cast<double>(x.size()) - 2) / xx)};
}

/// Why a run cannot be fitted; empty when it can.
std::string obstacle_of(std::span<const ResultRow> run) {
  if (run.back().status != run_status::budget) {
    return fmt::format("a run ended before its budget: {}", run.back().status);
  }
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
    std::vector<double> of_run;
    for (const double t : points) of_run.push_back(std::exp(logarithms.at(t).value()));
    all.push_back(std::move(of_run));
  }
  return all;
}

/// The fit to the mean of the picked runs.
Line line_through(std::span<const double> points, const std::vector<std::vector<double>>& suboptimalities,
                  std::span<const std::size_t> picks, bool logarithm) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double sum = 0;
    for (const std::size_t pick : picks) sum += suboptimalities[pick][i];
    x.push_back(std::log(points[i]));
    y.push_back(std::log(sum / static_cast<double>(picks.size())) -
                (logarithm ? std::log1p(std::log(points[i])) : 0));
  }
  return least_squares(x, y);
}

boost::math::students_t scatter_distribution(const RateFit& fit) {
  return boost::math::students_t(static_cast<double>(fit.points) - 2);
}

/// P(T ≥ t) of Student's t for the fit's points.
double scatter_probability(const RateFit& fit, double t) {
  if (std::isinf(t)) return t > 0 ? 0 : 1;
  return boost::math::cdf(boost::math::complement(scatter_distribution(fit), t));
}

}  // namespace

double RateFit::p_of_at_most(double limit) const {
  const double of_scatter = scatter_probability(*this, (slope.value.low - limit) / standard_error);
  return std::max(of_scatter, of_runs ? of_runs->confidence_below(limit) : 0);
}

double RateFit::p_of_at_least(double limit) const {
  const double of_scatter = scatter_probability(*this, (limit - slope.value.low) / standard_error);
  return std::max(of_scatter, of_runs ? 1 - of_runs->confidence_below(limit) : 0);
}

std::optional<RateFit> fit_rate(std::span<const std::vector<ResultRow>* const> runs, bool logarithm,
                                std::string& obstacle) {
  RateFit fit;
  fit.last_pass = runs.front()->back().passes;
  for (const std::vector<ResultRow>* run : runs) {
    obstacle = obstacle_of(*run);
    if (!obstacle.empty()) return std::nullopt;
    fit.last_pass = std::min(fit.last_pass, run->back().passes);
  }
  fit.first_pass = fit.last_pass / 10;
  if (fit.first_pass < 1) {
    obstacle =
        fmt::format("{:.3g} passes are too few: the last decade begins before the first pass", fit.last_pass);
    return std::nullopt;
  }
  // As many points as the sparsest run has checkpoints there, so that no run is made finer than it is.
  fit.points = runs.front()->size();
  for (const std::vector<ResultRow>* run : runs) {
    const double earliest = fit.first_pass * (1 - 1e-9);  // rounding must not lose the first one
    const auto within = std::ranges::count_if(
        *run, [&](const ResultRow& row) { return row.passes >= earliest && row.passes <= fit.last_pass; });
    fit.points = std::min(fit.points, static_cast<std::size_t>(within));
  }
  if (fit.points < fewest_points) {
    obstacle = fmt::format("{} checkpoints in the last decade are too few, {} are needed", fit.points,
                           fewest_points);
    return std::nullopt;
  }
  const std::vector<double> points = geometric_grid(fit.first_pass, fit.last_pass, fit.points);
  const auto suboptimalities = suboptimalities_at(points, runs);
  std::vector<std::size_t> picks(runs.size());
  std::iota(picks.begin(), picks.end(), std::size_t{0});

  const Line line = line_through(points, suboptimalities, picks, logarithm);
  fit.slope.value = {line.slope, line.slope};
  for (const auto& of_run : suboptimalities)
    fit.last_suboptimality += of_run.back() / static_cast<double>(runs.size());
  fit.standard_error = line.standard_error;
  const double of_scatter = line.standard_error * boost::math::quantile(scatter_distribution(fit), 0.975);
  fit.slope.interval = {line.slope - of_scatter, line.slope + of_scatter};
  if (runs.size() < 2) return fit;
  fit.of_runs = BcaBootstrap::of(runs.size(), [&](std::span<const std::size_t> members) {
    return line_through(points, suboptimalities, members, logarithm).slope;
  });
  if (fit.of_runs) {
    const Bounds of_runs = fit.of_runs->interval(0.95);
    fit.slope.interval.low = std::min(fit.slope.interval.low, of_runs.low);
    fit.slope.interval.high = std::max(fit.slope.interval.high, of_runs.high);
  }
  return fit;
}

}  // namespace descent
