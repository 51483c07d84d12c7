#include "plots/analysis/time_to_target.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using test::never;
using Run = std::vector<ResultRow>;

Run run_of(const std::vector<test::Step>& steps, std::string_view status = run_status::budget) {
  Run run = test::certified_run(steps, "m");
  run.back().status = status;
  return run;
}

Bounds seconds_to(const Run& run, double target, TargetScale scale = TargetScale::optimum) {
  return bounds_on_arrival(run, target, scale, Axis::cpu_seconds);
}

Run arriving(double seconds) {
  return run_of({{0, 1}, {seconds / 2, 1}, {seconds, 0.1}});
}

Run ending(double seconds, std::string_view status = run_status::budget) {
  return run_of({{0, 1}, {seconds, 0.5}}, status);
}

Run at_once(double seconds) {
  return run_of({{0, 1}, {seconds, 0.1}});
}

Run failing() {
  return test::changed(test::failed_run(), &ResultRow::method, "m");
}

TimeToTarget time_of(std::vector<Run> runs, double target = 0.1) {
  const ResultsFolder results = test::certified_results(std::move(runs));
  return time_to_target(run_groups(results).at(0), target);
}

}  // namespace

TEST_CASE("when a run arrives, between which bounds") {
  // From 1 at 1 s to 0.01 at 2 s, straight in logarithms: 0.1 is reached at √2 s.
  const Run straight = run_of({{0, 1}, {1, 1}, {2, 0.01}, {30, 0.005}});
  const Run lasting =
      run_of({{0, 1}, {1, 0.5}, {2, 0.1}, {3, 0.5}, {4, 0.1}, {5, 0.19}, {6, 0.1}, {7, 0.19}});
  const std::vector<test::Step> hovering{{0, 1}, {1, 0.05}, {2, 0.3}, {3, 0.05}, {4, 0.3}};
  const Run at_first = run_of({{0, 1}, {1, 0.1}, {2, 0.01}});
  struct Case {
    const char* what;
    Run run;
    double target;
    Bounds expected;
  };
  const std::vector<Case> cases{
      {"in log time between two checkpoints", straight, 0.1, {std::sqrt(2), std::sqrt(2)}},
      {"at a checkpoint", straight, 0.01, {2, 2}},
      {"at any time of a long step", straight, 0.006, {2, 30}},
      {"beyond its budget", straight, 0.001, {30, never}},
      {"when it lasts", lasting, 0.1, {4, 4}},
      {"not by the last checkpoint", lasting, 0.09, {7, never}},
      {"at w = 0", lasting, 1, {0, 0}},
      {"not by dipping below now and then", run_of(hovering), 0.1, {4, never}},
      {"never if it gives up then", run_of(hovering, run_status::stalled), 0.1, {never, never}},
      {"if it stays below twice the target", run_of(hovering, run_status::stalled), 0.15, {0, 1}},
      {"any time before the first checkpoint", at_first, 0.1, {0, 1}},
      {"any time before it, by far", at_first, 0.2, {0, 1}},
      {"at a suboptimality of 0", run_of({{0, 1}, {1, 0.5}, {2, 0}}), 1e-6, {2, 2}},
      {"below 0 by rounding", run_of({{0, 1}, {1, 0.5}, {2, -1e-17}}), 1e-6, {2, 2}},
      {"unknown when it failed", test::failed_run(), 0.9, {0, never}},
  };
  for (const auto& [what, run, target, expected] : cases) {
    CAPTURE(what);
    const Bounds found = seconds_to(run, target);
    CHECK(found.low == Approx(expected.low));
    CHECK(found.high == Approx(expected.high));
  }
  CHECK(bounds_on_arrival(straight, 0.1, TargetScale::optimum, Axis::passes).low ==
        Approx(10 * std::sqrt(2)));
  CHECK(bounds_on_arrival(at_first, 0.1, TargetScale::optimum, Axis::passes) == Bounds{0, 10});
  CHECK(seconds_to(at_first, 0.05).is_exact());
  CHECK(seconds_to(run_of(hovering), 0.1, TargetScale::start) == Bounds{4, never});
  CHECK(row_of_arrival(lasting, 0.1, TargetScale::optimum)->cpu_seconds == 4);
}

TEST_CASE("on the start's scale F(0) − D* is 1") {
  const Run run = run_of({{0, 100}, {1, 10}, {2, 1}, {3, 0.1}});
  CHECK(unit_of(run, TargetScale::optimum) == test::example_bound);
  CHECK(unit_of(run, TargetScale::start) == 100 * test::example_bound);
  CHECK(seconds_to(run, 0.01, TargetScale::start).high == 2);
  CHECK(seconds_to(run, 0.1).high == 3);
  CHECK_FALSE(row_of_arrival(run, 0.01));
  // No such scale exists if a method starts at the optimum or the run failed.
  CHECK_FALSE(row_of_arrival(run_of({{0, 0}, {1, 0}}), 0.1, TargetScale::start));
  CHECK_FALSE(unit_of(test::failed_run(), TargetScale::start));
}

TEST_CASE("a run without a bound, or one that diverges, never arrives") {
  Run run = run_of({{0, 1}, {1, 0.5}, {2, 0.001}});
  run[1].suboptimality = infinity;
  CHECK_FALSE(row_of_arrival(run, 0.01));
  CHECK_FALSE(row_of_arrival(test::example_run({{0, 1}, {1, 0.5}}, run_status::budget), 0.9));
  CHECK_FALSE(row_of_arrival(test::failed_run(), 0.9));
}

TEST_CASE("the ends of a quantile are those that the runs' bounds leave") {
  std::vector<Run> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double arrived = seed <= 3 ? 0.001 : 0.2;  // two of five never arrive
    const auto s = static_cast<double>(seed);
    runs.push_back(test::certified_run({{0, 1}, {s / 2, 1}, {s, arrived}, {9, arrived}}, "m", seed));
  }
  const TimeToTarget time = time_of(runs, 0.001);
  CHECK(time.runs == 5);
  CHECK(time.arrived == 3);
  CHECK(times_on(Axis::cpu_seconds, time).median == Bounds{3, 3});
  CHECK(times_on(Axis::cpu_seconds, time).p10.high == Approx(1.4));
  CHECK(times_on(Axis::cpu_seconds, time).p10.is_exact());
  CHECK(times_on(Axis::cpu_seconds, time).p90 == Bounds{9, never});  // between two runs with budget 9
  CHECK(times_on(Axis::cpu_seconds, time).longest == 9);
  CHECK(times_on(Axis::passes, time).median == Bounds{30, 30});
  CHECK(times_on(Axis::passes, time).p90 == Bounds{90, never});
  const TimeToTarget hard = time_of(runs, 1e-5);
  CHECK(hard.arrived == 0);
  CHECK(times_on(Axis::cpu_seconds, hard).median == Bounds{9, never});
}

TEST_CASE("a median next to a run that is known within bounds is so itself") {
  struct Case {
    std::vector<Run> runs;
    Bounds median;
  };
  const std::vector<Case> cases{
      {{arriving(2), arriving(4), ending(9)}, {4, 4}},
      // A run cut off at 1 s may have arrived before 4 s, even before 2 s, or later.
      {{arriving(2), arriving(4), ending(1)}, {2, 4}},
      {{arriving(2), arriving(4), ending(3)}, {3, 4}},
      {{arriving(2), ending(8)}, {5, never}},
      {{arriving(2), arriving(4), failing()}, {2, 4}},
      {{failing()}, {0, never}},
      {{at_once(0.02)}, {0, 0.02}},
      {{at_once(0.02), arriving(1)}, {0.5, 0.51}},
      {{at_once(0.02), arriving(1), arriving(3)}, {1, 1}},
      // A run that ended by itself without arriving never arrives.
      {{ending(1, run_status::converged)}, {never, never}},
      {{ending(1, run_status::stalled)}, {never, never}},
      {{ending(1, run_status::limit)}, {never, never}},
      {{ending(1, run_status::diverged)}, {never, never}},
      {{arriving(2), arriving(4), ending(1, run_status::converged)}, {4, 4}},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    CHECK(times_on(Axis::cpu_seconds, time_of(cases[i].runs)).median == cases[i].median);
  }
}

TEST_CASE("with setup a time is longer by it, and its bounds too, but not that of w = 0") {
  const auto with_setup = [](const Run& run, double target) {
    return times_on(Axis::cpu_seconds_with_setup, time_of({run}, target)).median;
  };
  CHECK(with_setup(arriving(2), 0.1) == Bounds{2.25, 2.25});
  CHECK(with_setup(at_once(0.5), 0.1) == Bounds{0.25, 0.75});
  CHECK(with_setup(ending(8), 0.1) == Bounds{8.25, never});
  CHECK(with_setup(arriving(2), 1) == Bounds{0, 0});
}

}  // namespace descent
