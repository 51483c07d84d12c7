#include "plots/analysis/rate.hpp"

#include <cmath>
#include <functional>

#include "support/numbers/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

using namespace descent;

namespace {

/// A run of `passes` passes with F(w) − D* = suboptimality(t).
std::vector<ResultRow> run_with(const std::function<double(double)>& suboptimality, double passes = 1000,
                                std::size_t checkpoints = 40) {
  auto rows = test::example_run({{0, 1}}, run_status::running);
  rows[0].suboptimality = suboptimality(passes / 1000);
  for (const double t : geometric_grid(passes / 1000, passes, checkpoints)) {
    rows.push_back(rows.front());
    rows.back().checkpoint = rows.size() - 1;
    rows.back().passes = t;
    rows.back().suboptimality = suboptimality(t);
  }
  rows.back().status = run_status::budget;
  return rows;
}

std::variant<RateFit, std::string> fitted(const std::vector<std::vector<ResultRow>>& runs,
                                          bool logarithm = false) {
  std::vector<const std::vector<ResultRow>*> pointers;
  for (const auto& run : runs) pointers.push_back(&run);
  return fit_rate(pointers, logarithm);
}

RateFit fit_of(const std::vector<std::vector<ResultRow>>& runs, bool logarithm = false) {
  return std::get<RateFit>(fitted(runs, logarithm));
}

std::string obstacle_of(const std::vector<std::vector<ResultRow>>& runs) {
  return std::get<std::string>(fitted(runs));
}

}  // namespace

TEST_CASE("a power of t is found exactly, over the last decade") {
  const auto power = [](double t) { return t < 100 ? 7 : 70 / std::sqrt(t); };  // flat before
  const auto fit = fit_of({run_with(power), run_with(power), run_with(power)});
  CHECK(fit.slope.value.low == Approx(-0.5).epsilon(1e-3));
  CHECK(fit.slope.value.low == fit.slope.value.high);
  CHECK(fit.slope.interval.high - fit.slope.interval.low < 0.01);
  CHECK(fit.first_pass == Approx(100));
  CHECK(fit.last_pass == Approx(1000));
  CHECK(fit.points == 14);  // of 40 checkpoints over three decades, both ends included
  CHECK(fit.last_suboptimality == Approx(70 / std::sqrt(1000)));
}

TEST_CASE("with the logarithm, log t / t counts as 1/t") {
  const auto bound = [](double t) { return (1 + std::log(t)) / t; };
  const auto grown = [&](double t) { return t < 1 ? 1 : 3 * bound(t); };
  const auto fit = fit_of({run_with(grown)}, true);
  CHECK(fit.slope.value.low == Approx(-1).epsilon(1e-3));
  CHECK(fit_of({run_with(grown)}).slope.value.low > -0.9);  // flatter without it
}

TEST_CASE("runs of different slope widen the interval, and the mean of the runs is fitted") {
  std::vector<std::vector<ResultRow>> runs;
  for (const double slope : {-0.3, -0.5, -0.7}) {
    runs.push_back(run_with([=](double t) { return std::pow(t / 1000, slope); }));
  }
  const auto fit = fit_of(runs);
  const auto mean_at = [](double t) {
    return (std::pow(t, -0.3) + std::pow(t, -0.5) + std::pow(t, -0.7)) / 3;
  };
  CHECK(fit.slope.value.low == Approx(std::log10(mean_at(1) / mean_at(0.1))).margin(0.01));
  CHECK(fit.slope.interval.low >= -0.7 - 0.01);  // some resamples have one run three times
  CHECK(fit.slope.interval.low < -0.6);
  CHECK(fit.slope.interval.high <= -0.3 + 0.01);
  CHECK(fit.slope.interval.high > fit.slope.value.high + 0.05);
}

TEST_CASE("of one course, bent in the middle of the decade, the interval spans the slopes of both halves") {
  const double middle = 1000 / std::sqrt(10);
  const auto bent = [=](double t) { return std::pow(t / middle, t < middle ? -0.2 : -0.6); };
  const auto fit = fit_of({run_with(bent, 1000, 61), run_with(bent, 1000, 61)});
  CHECK(fit.slope.value.low == Approx(-0.4).margin(0.01));
  CHECK(fit.slope.interval.low == Approx(-0.6).margin(0.01));
  CHECK(fit.slope.interval.high == Approx(-0.2).margin(0.01));
}

TEST_CASE("where there is nothing to fit, the reason is told") {
  const auto power = [](double t) { return 1 / t; };
  CHECK_THAT(obstacle_of({run_with(power, 9)}), StartsWith("9 passes are too few"));
  CHECK_THAT(obstacle_of({run_with(power, 1000, 10)}), StartsWith("4 checkpoints in the last decade"));
  CHECK(fit_of({run_with(power, 1000, 13)}).points == 5);
  auto stopped = run_with(power);
  stopped.back().status = run_status::converged;
  CHECK(obstacle_of({run_with(power), stopped}) == "a run ended before its budget: converged");
  CHECK_THAT(obstacle_of({test::failed_run()}), StartsWith("a run ended before its budget: failed"));
  auto exact = run_with(power);
  exact.back().suboptimality = 0;
  CHECK(obstacle_of({exact}) == "a run has arrived at the certificate's bound");
  auto unbounded = run_with(power);
  unbounded[3].suboptimality = std::nullopt;
  CHECK(obstacle_of({unbounded}) == "a run lacks suboptimalities");
}
