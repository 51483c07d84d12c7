#include "plots/analysis/time_to_target.hpp"

#include <limits>

#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"

namespace descent {
namespace {

using test::certified_run;

constexpr double never = std::numeric_limits<double>::infinity();

Bounds seconds_to(const std::vector<ResultRow>& run, double target,
                  TargetScale scale = TargetScale::optimum) {
  return bounds_on_arrival(run, target, scale, Axis::cpu_seconds);
}

}  // namespace

TEST_CASE("a run arrives where its suboptimality crosses the target, in log time") {
  // From 1 at 0.1 s to 0.01 at 10 s: on a straight line in logarithms 0.1 is met at 1 s.
  const auto run = certified_run({{0, 1}, {0.1, 1}, {10, 0.01}, {20, 0.005}}, "m");
  CHECK(seconds_to(run, 0.1).high == Approx(1));
  CHECK(seconds_to(run, 0.1).is_exact());
  CHECK(bounds_on_arrival(run, 0.1, TargetScale::optimum, Axis::passes).low == Approx(10));
  CHECK(seconds_to(run, 0.01).high == Approx(10));
  CHECK(seconds_to(run, 0.001) == Bounds{20, never});
}

TEST_CASE("an arrival counts when it lasts, and w = 0 may be one") {
  const auto run =
      certified_run({{0, 1}, {1, 0.5}, {2, 0.1}, {3, 0.5}, {4, 0.1}, {5, 0.19}, {6, 0.1}, {7, 0.19}}, "m");
  CHECK(seconds_to(run, 0.1) == Bounds{4, 4});
  CHECK(row_of_arrival(run, 0.1, TargetScale::optimum)->cpu_seconds == 4);
  CHECK(seconds_to(run, 0.09) == Bounds{7, never});
  CHECK(seconds_to(run, 1) == Bounds{0, 0});
}

TEST_CASE("a method that hovers about a target and dips below it has not arrived") {
  auto run = certified_run({{0, 1}, {1, 0.05}, {2, 0.3}, {3, 0.05}, {4, 0.3}}, "m");
  CHECK(seconds_to(run, 0.1) == Bounds{4, never});
  CHECK(seconds_to(run, 0.1, TargetScale::start) == Bounds{4, never});
  run.back().status = run_status::stalled;
  CHECK(seconds_to(run, 0.1) == Bounds{never, never});
  CHECK(seconds_to(run, 0.15) == Bounds{0, 1});  // 0.3 is not above twice that
}

TEST_CASE("an arrival at the first checkpoint after w = 0 may have been any time before") {
  const auto run = certified_run({{0, 1}, {1, 0.1}, {2, 0.01}}, "m");
  for (const double target : {0.1, 0.2}) {
    CHECK(seconds_to(run, target) == Bounds{0, 1});
    CHECK(bounds_on_arrival(run, target, TargetScale::optimum, Axis::passes) == Bounds{0, 10});
  }
  CHECK(seconds_to(run, 0.05).is_exact());
}

TEST_CASE("on the start's scale F(0) − D* is 1") {
  const auto run = certified_run({{0, 100}, {1, 10}, {2, 1}, {3, 0.1}}, "m");
  CHECK(unit_of(run, TargetScale::optimum) == test::example_bound);
  CHECK(unit_of(run, TargetScale::start) == 100 * test::example_bound);
  CHECK(seconds_to(run, 0.01, TargetScale::start).high == 2);
  CHECK(seconds_to(run, 0.1).high == 3);
  CHECK_FALSE(row_of_arrival(run, 0.01));
  // A method that begins at the optimum has no such scale, and neither has a run that failed.
  CHECK_FALSE(row_of_arrival(certified_run({{0, 0}, {1, 0}}, "m"), 0.1, TargetScale::start));
  CHECK_FALSE(unit_of(test::failed_run(), TargetScale::start));
}

TEST_CASE("a suboptimality of zero or below has no logarithm, and is arrived at all the same") {
  for (const double reached : {0.0, -1e-17}) {
    const auto run = certified_run({{0, 1}, {1, 0.5}, {2, reached}}, "m");
    CHECK(seconds_to(run, 1e-6).high == 2);
  }
}

TEST_CASE("a run without a bound, or one that diverges, never arrives") {
  auto run = certified_run({{0, 1}, {1, 0.5}, {2, 0.001}}, "m");
  run[1].suboptimality = std::numeric_limits<double>::infinity();
  CHECK_FALSE(row_of_arrival(run, 0.01));
  CHECK_FALSE(row_of_arrival(test::example_run({{0, 1}, {1, 0.5}}, run_status::budget), 0.9));
  CHECK_FALSE(row_of_arrival(test::failed_run(), 0.9));
  CHECK(seconds_to(test::failed_run(), 0.9) == Bounds{0, never});
}

TEST_CASE("the ends of a quantile are those that the runs' bounds leave") {
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double arrived = seed <= 3 ? 0.001 : 0.2;  // two of five never get there
    const auto s = static_cast<double>(seed);
    runs.push_back(certified_run({{0, 1}, {s / 2, 1}, {s, arrived}, {9, arrived}}, "m", seed));
  }
  const ResultsFolder results = test::certified_results(runs);
  const auto cells = run_groups(results);
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].label == "The m");
  const TimeToTarget time = time_to_target(cells[0], 0.001);
  CHECK(time.runs == 5);
  CHECK(time.arrived == 3);
  CHECK(time.cpu_seconds_median == Bounds{3, 3});
  CHECK(time.cpu_seconds_p10.high == Approx(1.4));
  CHECK(time.cpu_seconds_p10.is_exact());
  CHECK(time.cpu_seconds_p90 == Bounds{9, never});  // between two runs with a budget of 9
  CHECK(time.cpu_seconds_longest == 9);
  CHECK(time.passes_median == Bounds{30, 30});
  CHECK(times_on(Axis::passes, time).p90 == Bounds{90, never});
  const TimeToTarget hard = time_to_target(cells[0], 1e-5);
  CHECK(hard.arrived == 0);
  CHECK(hard.cpu_seconds_median == Bounds{9, never});
}

namespace {

/// The median CPU time to 0.1 of these runs.
Bounds median_of(std::vector<std::vector<ResultRow>> runs) {
  const ResultsFolder results = test::certified_results(std::move(runs));
  return time_to_target(run_groups(results).at(0), 0.1).cpu_seconds_median;
}

std::vector<ResultRow> arriving(double seconds) {
  return certified_run({{0, 1}, {seconds / 2, 1}, {seconds, 0.1}}, "m");
}

std::vector<ResultRow> ending(double seconds, std::string_view status) {
  auto run = certified_run({{0, 1}, {seconds, 0.5}}, "m");
  run.back().status = status;
  return run;
}

std::vector<ResultRow> at_once(double seconds) {
  return certified_run({{0, 1}, {seconds, 0.1}}, "m");
}

std::vector<ResultRow> failing() {
  auto run = test::failed_run();
  run.back().method = "m";
  return run;
}

}  // namespace

TEST_CASE("a median next to a censored run, or beyond its budget, is a bound itself") {
  CHECK(median_of({arriving(2), arriving(4), ending(9, run_status::budget)}) == Bounds{4, 4});
  // A run cut off at 1 s may have arrived before 4 s, or even before 2 s, or later.
  CHECK(median_of({arriving(2), arriving(4), ending(1, run_status::budget)}) == Bounds{2, 4});
  CHECK(median_of({arriving(2), arriving(4), ending(3, run_status::budget)}) == Bounds{3, 4});
  CHECK(median_of({arriving(2), ending(8, run_status::budget)}) == Bounds{5, never});
  CHECK(median_of({arriving(2), arriving(4), failing()}) == Bounds{2, 4});
  CHECK(median_of({failing()}) == Bounds{0, never});
}

TEST_CASE("a median on or next to a run that was there at once is a bound from above") {
  CHECK(median_of({at_once(0.02)}) == Bounds{0, 0.02});
  CHECK(median_of({at_once(0.02), arriving(1)}) == Bounds{0.5, 0.51});
  CHECK(median_of({at_once(0.02), arriving(1), arriving(3)}) == Bounds{1, 1});
}

TEST_CASE("with setup a time is longer by it, and its bounds too, but not that of w = 0") {
  const auto with_setup = [](const std::vector<ResultRow>& run, double target) {
    const ResultsFolder results = test::certified_results({run});
    return times_on(Axis::cpu_seconds_with_setup, time_to_target(run_groups(results).at(0), target)).median;
  };
  CHECK(with_setup(arriving(2), 0.1) == Bounds{2.25, 2.25});
  CHECK(with_setup(at_once(0.5), 0.1) == Bounds{0.25, 0.75});
  CHECK(with_setup(ending(8, run_status::budget), 0.1) == Bounds{8.25, never});
  CHECK(with_setup(arriving(2), 1) == Bounds{0, 0});
}

TEST_CASE("a run that ended by itself without getting there never does") {
  for (const auto status :
       {run_status::converged, run_status::stalled, run_status::limit, run_status::diverged})
    CHECK(median_of({ending(1, status)}) == Bounds{never, never});
  CHECK(median_of({arriving(2), arriving(4), ending(1, run_status::converged)}) == Bounds{4, 4});
}

}  // namespace descent
