#include "plots/rate.hpp"

#include <cmath>
#include <functional>

#include "plots/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"

using namespace descent;

namespace {

/// A run of so many passes whose F(w) − D* is that function of t.
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

std::optional<RateFit> fit_of(const std::vector<std::vector<ResultRow>>& runs, bool logarithm = false) {
  std::vector<const std::vector<ResultRow>*> pointers;
  for (const auto& run : runs) pointers.push_back(&run);
  std::string obstacle;
  auto fit = fit_rate(pointers, logarithm, obstacle);
  CHECK(obstacle.empty() == fit.has_value());
  return fit;
}

std::string obstacle_of(const std::vector<std::vector<ResultRow>>& runs) {
  std::vector<const std::vector<ResultRow>*> pointers;
  for (const auto& run : runs) pointers.push_back(&run);
  std::string obstacle;
  CHECK_FALSE(fit_rate(pointers, false, obstacle));
  return obstacle;
}

}  // namespace

TEST_CASE("a power of t is found exactly, over the last decade") {
  const auto power = [](double t) { return t < 100 ? 7 : 70 / std::sqrt(t); };  // flat before
  const auto fit = fit_of({run_with(power), run_with(power), run_with(power)});
  REQUIRE(fit);
  CHECK(fit->slope.value.low == Approx(-0.5).epsilon(1e-3));
  CHECK(fit->slope.value.low == fit->slope.value.high);
  CHECK(fit->slope.interval.high - fit->slope.interval.low < 0.01);
  CHECK_FALSE(fit->of_runs);  // three runs that do not differ
  CHECK(fit->first_pass == Approx(100));
  CHECK(fit->last_pass == Approx(1000));
  CHECK(fit->points >= 13);
  CHECK(fit->last_suboptimality == Approx(70 / std::sqrt(1000)));
}

TEST_CASE("with the logarithm, log t / t counts as 1/t") {
  const auto bound = [](double t) { return (1 + std::log(t)) / t; };
  const auto grown = [&](double t) { return t < 1 ? 1 : 3 * bound(t); };
  const auto fit = fit_of({run_with(grown)}, true);
  REQUIRE(fit);
  CHECK(fit->slope.value.low == Approx(-1).epsilon(1e-3));
  CHECK(fit_of({run_with(grown)})->slope.value.low > -0.9);  // without it, it is flatter
}

TEST_CASE("runs of different slope widen the interval, and the mean of the runs is fitted") {
  std::vector<std::vector<ResultRow>> runs;
  for (const double slope : {-0.3, -0.5, -0.7}) {
    runs.push_back(run_with([=](double t) { return std::pow(t / 1000, slope); }));
  }
  const auto fit = fit_of(runs);
  REQUIRE(fit);
  const auto mean_at = [](double t) {
    return (std::pow(t, -0.3) + std::pow(t, -0.5) + std::pow(t, -0.7)) / 3;
  };
  CHECK(fit->slope.value.low == Approx(std::log10(mean_at(1) / mean_at(0.1))).margin(0.01));
  CHECK(fit->slope.interval.low >= -0.7 - 0.01);  // three times the same run, now and then
  CHECK(fit->slope.interval.low < -0.6);
  CHECK(fit->slope.interval.high <= -0.3 + 0.01);
  CHECK(fit->slope.interval.high > fit->slope.value.high + 0.05);
}

TEST_CASE("a slope's p-values are those of the interval that ends there") {
  std::vector<std::vector<ResultRow>> runs;
  for (int seed = 0; seed < 10; ++seed)
    runs.push_back(run_with([=](double t) { return std::pow(t / 1000, -0.4 - 0.02 * seed); }));
  const auto fit = fit_of(runs);
  REQUIRE(fit);
  REQUIRE(fit->of_runs);
  CHECK(fit->p_of_at_least(fit->slope.interval.high) == Approx(0.025).margin(1e-3));
  CHECK(fit->p_of_at_most(fit->slope.interval.low) == Approx(0.025).margin(1e-3));
  CHECK(fit->p_of_at_least(0) < 1e-3);
  CHECK(fit->p_of_at_least(-0.9) > 0.999);
  CHECK(fit->p_of_at_most(-0.9) < 1e-3);
}

TEST_CASE("a single curve that scatters has the interval of the straight line's slope") {
  // The known formulas for residuals of ±s at equal distances: se = s √(k/(k − 2)) / √Σ(x − x̄)².
  const double s = 0.1;
  std::size_t count = 0;
  const auto wavy = [&](double t) { return std::exp((count++ % 2 == 0 ? s : -s)) / t; };
  const auto fit = fit_of({run_with(wavy, 1000, 61)});
  REQUIRE(fit);
  CHECK(fit->points == 21);
  const double k = 21;
  const double step = std::log(10) / (k - 1);
  const double sum_of_squares = step * step * k * (k * k - 1) / 12;
  const double half_width = 2.0930 * s * std::sqrt(k / (k - 2) / sum_of_squares);  // t with 19 degrees
  CHECK(fit->slope.value.low == Approx(-1).margin(0.03));
  CHECK((fit->slope.interval.high - fit->slope.interval.low) / 2 == Approx(half_width).epsilon(0.03));
  CHECK_FALSE(fit->of_runs);
  CHECK(fit->p_of_at_least(fit->slope.interval.high) == Approx(0.025));  // of Student's t alone
  CHECK(fit->p_of_at_most(fit->slope.interval.high) == Approx(0.975));
}

TEST_CASE("where there is nothing to fit, the reason is told") {
  const auto power = [](double t) { return 1 / t; };
  CHECK_THAT(obstacle_of({run_with(power, 9)}), StartsWith("9 passes are too few"));
  CHECK_THAT(obstacle_of({run_with(power, 1000, 8)}), ContainsSubstring("checkpoints in the last decade"));
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
