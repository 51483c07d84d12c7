#include "plots/time_to_target.hpp"

#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"

namespace descent {
namespace {

using test::certified_run;

}  // namespace

TEST_CASE("a run arrives where its suboptimality crosses the target, in log time") {
  // From 1 at 0.1 s to 0.01 at 10 s: on a straight line in logarithms 0.1 is met at 1 s.
  const auto run = certified_run({{0, 1}, {0.1, 1}, {10, 0.01}, {20, 0.005}}, "m");
  const auto found = arrival(run, 0.1);
  REQUIRE(found);
  CHECK(found->cpu_seconds == Approx(1));
  CHECK(found->passes == Approx(10));  // ten times the seconds, in the example
  CHECK(found->setup_seconds == 0.25);
  CHECK(arrival(run, 0.01)->cpu_seconds == Approx(10));
  CHECK_FALSE(arrival(run, 0.001));
}

TEST_CASE("the first crossing counts, and w = 0 may do") {
  const auto run = certified_run({{0, 1}, {1, 0.1}, {2, 0.5}, {3, 0.1}}, "m");
  CHECK(arrival(run, 0.1)->cpu_seconds == 1);
  CHECK(arrival(run, 1)->cpu_seconds == 0);
  CHECK(arrival(run, 0.2)->cpu_seconds == 1);  // nothing to interpolate from before the first positive time
}

TEST_CASE("a suboptimality of zero or below has no logarithm, and is arrived at all the same") {
  for (const double reached : {0.0, -1e-17}) {
    const auto run = certified_run({{0, 1}, {1, 0.5}, {2, reached}}, "m");
    CHECK(arrival(run, 1e-6)->cpu_seconds == 2);
  }
}

TEST_CASE("a run without a bound, or one that diverges before, never arrives") {
  auto run = certified_run({{0, 1}, {1, 0.5}, {2, 0.001}}, "m");
  run[1].suboptimality = std::numeric_limits<double>::infinity();
  CHECK_FALSE(arrival(run, 0.01));
  CHECK_FALSE(arrival(test::example_run({{0, 1}, {1, 0.5}}, run_status::budget), 0.9));
  CHECK_FALSE(arrival(test::failed_run(), 0.9));
}

TEST_CASE("of several runs the quantiles are told, as long as they fall on runs that arrived") {
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double arrived = seed <= 3 ? 0.001 : 0.2;  // two of five never get there
    runs.push_back(certified_run({{0, 1}, {static_cast<double>(seed), arrived}, {9, arrived}}, "m", seed));
  }
  const ResultsFolder results = test::certified_results(runs);
  const auto cells = cells_of(results);
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].label == "The m");
  const TimeToTarget time = time_to_target(cells[0], 0.01);
  CHECK(time.runs == 5);
  CHECK(time.arrived == 3);
  CHECK(time.cpu_seconds_median == 3.0);
  CHECK(time.cpu_seconds_p10 == Approx(1.4));
  CHECK_FALSE(time.cpu_seconds_p90);
  CHECK(time.cpu_seconds_longest == 9);
  CHECK(time.passes_median == 30.0);
  const TimeToTarget easy = time_to_target(cells[0], 0.5);
  CHECK(easy.arrived == 5);
  CHECK(easy.cpu_seconds_p90 == Approx(4.6));
  const TimeToTarget hard = time_to_target(cells[0], 1e-5);
  CHECK(hard.arrived == 0);
  CHECK_FALSE(hard.cpu_seconds_median);
}

}  // namespace descent
