#include "plots/claims/comparison.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"

using namespace descent;
using test::certified_run;
using test::five;
using test::nowhere;
using test::runs_arriving;

namespace {

using Runs = std::vector<std::vector<ResultRow>>;

/// Comparison of "quick" and "slow".
struct ComparedRuns {
  double gap = 1e-9;  ///< certified, relative to D*
  double target = 0.1;
  TargetScale scale = TargetScale::optimum;
  Axis axis = Axis::cpu_seconds_with_setup;
  std::optional<Bounds> range{};

  Comparison times(const Runs& quick, const Runs& slow) const {
    const ResultsFolder results = test::certified_results(test::joined({quick, slow}));
    ManifestOptimum optimum = results.manifest.optima.at(0);
    optimum.objective = optimum.lower_bound * (1 + gap);
    const auto cells = run_groups(results);
    return compare_times(cells.at(0), cells.at(1), &optimum, target, scale, axis, range);
  }
  Comparison times(const std::vector<double>& quick, const std::vector<double>& slow) const {
    return times(runs_arriving("quick", quick), runs_arriving("slow", slow));
  }
};

Comparison times(const std::vector<double>& quick, const std::vector<double>& slow) {
  return ComparedRuns().times(quick, slow);
}

Runs as_failed(Runs runs, const std::string& status) {
  for (auto& run : runs) {
    const std::string method = run[0].method;
    run = test::changed(test::failed_run(run[0].seed), &ResultRow::method, method);
    run[0].status = status;
  }
  return runs;
}

}  // namespace

TEST_CASE("times: ahead by more than a factor of 1.5, behind by more, or level") {
  CHECK(times(five(1), five(1.501)).answer == Answer::in_favour);
  CHECK(times(five(1), five(1.499)).answer == Answer::level);
  CHECK(times(five(1), five(1)).answer == Answer::level);
  CHECK(times(five(1.499), five(1)).answer == Answer::level);
  CHECK(times(five(1.501), five(1)).answer == Answer::against);
  // Medians further apart, but an interval from 4/5 to 12.
  const Comparison open = times({1, 2, 3, 4, 5}, {4, 5, 6, 7, 12});
  CHECK(open.answer == Answer::undecided);
  CHECK(open.estimate->value.low == Approx(2));
  CHECK(open.estimate->interval.low < 1.5);
  CHECK(open.estimate->interval.high > 1.5);
  CHECK(open.remark.empty());
}

TEST_CASE("times: held against the range that a claim states") {
  const auto answer = [](double quick, double slow) {
    return ComparedRuns{.range = Bounds{-infinity, 2}}.times(five(quick), five(slow)).answer;
  };
  CHECK(answer(1, 1.999) == Answer::in_favour);
  CHECK(answer(3, 1) == Answer::in_favour);
  CHECK(answer(1, 2.001) == Answer::against);
  CHECK(answer(49, nowhere) == Answer::against);
  CHECK(answer(51, nowhere) == Answer::undecided);
  CHECK(answer(nowhere, nowhere) == Answer::undecided);
}

TEST_CASE("times: a method that does not arrive takes longer than its budget of 100 s") {
  const Comparison ahead = times(five(66), five(nowhere));
  CHECK(ahead.answer == Answer::in_favour);
  CHECK(ahead.methods[1].arrived == 0);
  CHECK(ahead.methods[1].measured == Bounds{100, infinity});
  CHECK(ahead.estimate->interval.low == Approx(100.0 / 66));
  CHECK(ahead.estimate->interval.high == infinity);
  CHECK(times(five(67), five(nowhere)).answer == Answer::undecided);  // the rival may take 100 s
  CHECK(times(five(67), five(nowhere)).remark.empty());
  CHECK(times(five(nowhere), five(66)).answer == Answer::against);
  const Comparison neither = times(five(nowhere), five(nowhere));
  CHECK(neither.answer == Answer::undecided);
  CHECK(neither.remark == "the median run of neither gets there");
  CHECK(neither.estimate->value == Bounds{0, infinity});
}

TEST_CASE("times: a method that gave up never arrives, a run that failed may have taken any time") {
  Runs gave_up = runs_arriving("quick", five(nowhere));
  for (auto& run : gave_up) run.back().status = run_status::stalled;
  const Runs slow = runs_arriving("slow", five(99));
  const Comparison stalled = ComparedRuns().times(gave_up, slow);
  CHECK(stalled.answer == Answer::against);
  CHECK(stalled.estimate->value == Bounds{0, 0});
  CHECK(ComparedRuns().times(slow, gave_up).estimate->interval == Bounds{infinity, infinity});
  CHECK(ComparedRuns().times(slow, gave_up).answer == Answer::in_favour);

  const Comparison failed =
      ComparedRuns().times(as_failed(gave_up, run_status::failed("killed by signal 9")), slow);
  CHECK(failed.answer == Answer::undecided);
  CHECK(failed.estimate->value == Bounds{0, infinity});
}

TEST_CASE("times: setup counts, but for a claim about passes") {
  const Runs quick = test::changed(runs_arriving("quick", five(1)), &ResultRow::setup_seconds, 3);
  const Runs slow = runs_arriving("slow", five(2));
  const Comparison with_setup = ComparedRuns().times(quick, slow);
  CHECK(with_setup.answer == Answer::against);
  CHECK(with_setup.estimate->value.low == Approx(2.0 / 4));
  const Comparison passes = ComparedRuns{.axis = Axis::passes}.times(quick, slow);
  CHECK(passes.answer == Answer::in_favour);
  CHECK(passes.methods[0].measured->low == Approx(10));  // passes per second
}

TEST_CASE("times: a share of the way from w = 0 is another target than a share of the optimum") {
  // F(0) − D* = 0.8 D*, and the runs arrive at 0.05 D*, which is a share of 0.0625.
  Runs quick = runs_arriving("quick", five(1));
  Runs slow = runs_arriving("slow", five(2));
  for (Runs* runs : {&quick, &slow}) {
    for (auto& run : *runs) run.front().suboptimality = 0.8 * test::example_bound;
  }
  const auto compared = [&](TargetScale scale, double target, double gap = 1e-9) {
    return ComparedRuns{gap, target, scale}.times(quick, slow);
  };
  CHECK(compared(TargetScale::start, 0.063).methods[0].arrived == 5);
  CHECK(compared(TargetScale::start, 0.06).methods[0].arrived == 0);
  CHECK(compared(TargetScale::optimum, 0.06).methods[0].arrived == 5);
  // The certificate is compared in the same unit.
  CHECK(compared(TargetScale::start, 0.1, 0.0079).answer == Answer::in_favour);
  CHECK(compared(TargetScale::start, 0.1, 0.0081).remark == "the optimum is certified to 1.0e-02 only");
}

TEST_CASE("times: without a certificate that is narrow and not contradicted nothing is decided") {
  const Runs quick = runs_arriving("quick", five(2));
  const Runs slow = runs_arriving("slow", five(10));
  const auto undecided = [](const Comparison& comparison) {
    CHECK(comparison.answer == Answer::undecided);
    CHECK_FALSE(comparison.estimate);
    return comparison.remark;
  };
  CHECK(ComparedRuns{0.0099}.times(quick, slow).answer == Answer::in_favour);
  CHECK(undecided(ComparedRuns{0.011}.times(quick, slow)) == "the optimum is certified to 1.1e-02 only");

  const Runs unbounded = test::changed(test::changed(quick, &ResultRow::lower_bound, std::nullopt),
                                       &ResultRow::suboptimality, std::nullopt);
  CHECK(undecided(ComparedRuns().times(unbounded, slow)) == "no certified optimum");
  const ResultsFolder results = test::race(2, 10);
  const auto cells = run_groups(results);
  CHECK(undecided(compare_times(cells.at(0), cells.at(1), nullptr, 0.1, TargetScale::optimum,
                                Axis::cpu_seconds_with_setup)) == "no certified optimum");

  Runs below = quick;
  below[3] = as_failed({below[3]}, run_status::failed("checkpoint 3: F(w) = 0.4 is below 0.5"))[0];
  CHECK(undecided(ComparedRuns().times(below, slow)) ==
        "a run of The quick contradicts the certificate: checkpoint 3: F(w) = 0.4 is below 0.5");
}

TEST_CASE("times: fewer than five runs decide nothing, and show their ratio") {
  const Comparison few = times({1, 1, 1, 1}, five(10));
  CHECK(few.answer == Answer::undecided);
  CHECK(few.remark == "4 runs of The quick, 5 are needed");
  CHECK(few.estimate->value.low == Approx(10));
  CHECK(times(five(1), {10}).remark == "1 run of The slow, 5 are needed");
}

TEST_CASE("targets are shares of F(0) − D* where D* is under a hundredth of F(0)") {
  const auto scale = [](double objective, std::optional<double> bound) {
    Runs runs{test::failed_run(1), certified_run({{0, 1}, {1, 0.5}}, "quick", 2)};
    runs[1].front().objective = objective;
    runs[1].front().lower_bound = bound;
    RunGroup cell;
    for (const auto& run : runs) cell.runs.push_back(&run);
    return scale_for(cell);
  };
  CHECK(scale(1, 0.0101) == TargetScale::optimum);
  CHECK(scale(1, 0.0099) == TargetScale::start);
  CHECK(scale(2, 0.0101) == TargetScale::start);
  CHECK(scale(1, -0.1) == TargetScale::start);
  CHECK(scale(1, std::nullopt) == TargetScale::optimum);
}

namespace {

/// Runs that reach the target 0.1 at their third checkpoint with so many nonzeros, and end with three times
/// as many. The first three reach 0.01, the others 0.04.
Runs runs_with_nonzeros(const std::string& method, const std::vector<std::uint64_t>& counts) {
  Runs runs;
  for (const std::uint64_t count : counts) {
    auto run = certified_run({{0, 1}, {1, 0.5}, {2, 0.05}, {3, runs.size() < 3 ? 0.01 : 0.04}}, method,
                             runs.size() + 1);
    run[2].nonzeros = count;
    run[3].nonzeros = 3 * count;
    runs.push_back(std::move(run));
  }
  return runs;
}

constexpr Bounds within_a_quarter{0.8, 1.25};

Comparison nonzeros_at_target(const Runs& first, const Runs& second, double target) {
  const ResultsFolder results = test::certified_results(test::joined({first, second}));
  const auto cells = run_groups(results);
  return compare_nonzeros(cells.at(0), cells.at(1), &results.manifest.optima.at(0), target,
                          TargetScale::optimum, within_a_quarter);
}

Comparison nonzeros_at_end(const Runs& first, const Runs& second) {
  const ResultsFolder results = test::certified_results(test::joined({first, second}));
  const auto cells = run_groups(results);
  return compare_nonzeros(cells.at(0), cells.at(1), &results.manifest.optima.at(0), {}, TargetScale::optimum,
                          within_a_quarter);
}

}  // namespace

TEST_CASE("nonzeros: compared where the target is reached, or where runs end") {
  const Runs hundred = runs_with_nonzeros("first", {100, 100, 100, 100, 101});
  const Runs more = runs_with_nonzeros("second", {112, 112, 112, 112, 112});
  const Comparison near = nonzeros_at_target(hundred, more, 0.1);
  CHECK(near.answer == Answer::in_favour);
  CHECK(near.target == 0.1);
  CHECK(near.estimate->value.low == Approx(100.0 / 112));
  CHECK(near.methods[0].measured == Bounds{100, 100});
  CHECK(near.methods[1].measured == Bounds{112, 112});
  const Comparison last = nonzeros_at_end(hundred, more);
  CHECK(last.answer == Answer::in_favour);
  CHECK_FALSE(last.target);
  CHECK(last.methods[1].measured == Bounds{336, 336});

  const Runs far_more = runs_with_nonzeros("second", {130, 140, 150, 130, 126});
  CHECK(nonzeros_at_end(hundred, far_more).answer == Answer::against);
  CHECK(nonzeros_at_end(far_more, hundred).answer == Answer::against);
  const Runs about = runs_with_nonzeros("second", {110, 120, 124, 130, 140});
  CHECK(nonzeros_at_end(hundred, about).answer == Answer::undecided);
  CHECK(nonzeros_at_end({hundred[0], hundred[1]}, more).remark == "2 runs of The first, 5 are needed");
}

TEST_CASE("reached: the share of runs that get there, held against the range") {
  const ResultsFolder results =
      test::certified_results(runs_with_nonzeros("first", {1, 1, 1, 1, 1}));  // three reach 0.01
  const auto cells = run_groups(results);
  const auto check = [&](double target, const Bounds& range) {
    return check_reached(cells.at(0), &results.manifest.optima.at(0), target, TargetScale::optimum, range);
  };
  const Comparison all = check(0.1, {0, 0.5});
  CHECK(all.answer == Answer::against);
  CHECK(all.target == 0.1);
  CHECK(all.estimate->value == Bounds{1, 1});
  CHECK(check(0.001, {0, 0.5}).answer == Answer::in_favour);
  const Comparison some = check(0.01, {0, 0.5});
  CHECK(some.answer == Answer::undecided);
  CHECK(some.estimate->value.low == Approx(0.6));
  const Comparison uncertified = check_reached(cells.at(0), nullptr, 0.1, TargetScale::optimum, {0, 0.5});
  CHECK(uncertified.answer == Answer::undecided);
  CHECK(uncertified.remark == "no certified optimum");
}

TEST_CASE("nonzeros: a run that does not get there may have any number") {
  const Runs first = runs_with_nonzeros("first", {100, 100, 100, 100, 100});
  const Runs second = runs_with_nonzeros("second", {100, 100, 100, 100, 100});
  const Comparison none = nonzeros_at_target(first, second, 0.001);
  CHECK(none.answer == Answer::undecided);
  CHECK(none.estimate->value == Bounds{0, infinity});
  CHECK(none.remark == "0 of 5 runs of The second get there");
  CHECK_FALSE(none.methods[0].measured);
  CHECK(nonzeros_at_target(first, second, 0.02).methods[0].arrived == 3);
  CHECK(nonzeros_at_target(first, second, 0.02).estimate->interval == Bounds{0, infinity});
  Runs failed = first;
  for (const std::size_t i : {0, 1, 2}) failed[i] = as_failed({failed[i]}, run_status::failed("lost"))[0];
  CHECK(nonzeros_at_end(failed, second).answer == Answer::undecided);
  CHECK(nonzeros_at_end(failed, second).remark == "2 of 5 runs of The first get there");
}

namespace {

/// Runs of 1,000 passes whose suboptimality is a power of t, with different powers before and after √10·100.
Runs falling_runs(double early, double late, std::size_t count = 5) {
  Runs runs;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    std::vector<test::Step> steps{{0, 1}};
    for (double seconds = 0.1; seconds < 101; seconds *= std::pow(10, 0.1)) {
      const double s = seconds / std::sqrt(1000);
      steps.push_back({seconds, 0.01 * std::pow(s, s < 1 ? early : late)});
    }
    runs.push_back(certified_run(steps, "m", seed));
  }
  return runs;
}

struct CheckedSlope {
  double gap = 1e-9;
  bool with_logarithm = false;

  Comparison in(const Runs& runs, const Bounds& range) const {
    const ResultsFolder results = test::certified_results(runs);
    ManifestOptimum optimum = results.manifest.optima.at(0);
    optimum.objective = optimum.lower_bound * (1 + gap);
    return check_slope(run_groups(results).at(0), &optimum, with_logarithm, range);
  }
};

}  // namespace

TEST_CASE("slope: held against the range over the last decade") {
  const Runs runs = falling_runs(-0.5, -0.5);
  const Comparison steep = CheckedSlope().in(runs, {-infinity, -0.4});
  CHECK(steep.answer == Answer::in_favour);
  CHECK(steep.remark == "over passes 100 to 1000");
  CHECK_FALSE(steep.target);
  CHECK(steep.estimate->value.low == Approx(-0.5).margin(1e-6));
  CHECK(steep.methods.at(0).measured->low ==
        Approx(0.01 * test::example_bound * std::pow(10, -0.25)).epsilon(1e-3));
  CHECK(CheckedSlope().in(runs, {-infinity, -0.6}).answer == Answer::against);
  CHECK(CheckedSlope().in(falling_runs(-0.8, -0.2), {-infinity, -0.4}).answer == Answer::undecided);
  // After division by 1 + log t it falls faster.
  const Comparison divided = CheckedSlope{.with_logarithm = true}.in(runs, {-infinity, -0.6});
  CHECK(divided.answer == Answer::in_favour);
  CHECK(divided.estimate->value.low > -0.7);
}

TEST_CASE("slope: undecided above F(0), near the certificate's gap, and with two to four runs") {
  const Runs runs = falling_runs(-0.5, -0.5);
  const auto remark = [](const CheckedSlope& slope, const Runs& checked) {
    const Comparison comparison = slope.in(checked, {-infinity, -0.4});
    CHECK(comparison.answer == Answer::undecided);
    return comparison.remark;
  };
  Runs above = runs;
  for (auto& run : above) run.front().suboptimality = 0.99 * *run.back().suboptimality;
  CHECK(remark({}, above) == "over passes 100 to 1000; F is above F(0)");
  CHECK(remark({}, falling_runs(-0.5, -0.5, 4)) == "over passes 100 to 1000; 4 runs of The m, 5 are needed");
  CHECK(CheckedSlope().in(falling_runs(-0.5, -0.5, 1), {-infinity, -0.4}).answer == Answer::in_favour);
  CHECK(remark({0.00058}, runs) ==
        "over passes 100 to 1000; the last suboptimality is not far enough above the certificate's gap");
  CHECK(CheckedSlope{0.00055}.in(runs, {-infinity, -0.4}).answer == Answer::in_favour);
  CHECK_THAT(remark({}, runs_arriving("m", five(1))),
             ContainsSubstring("checkpoints in the last decade are too few"));
  const ResultsFolder results = test::certified_results(runs);
  CHECK(check_slope(run_groups(results).at(0), nullptr, false, {-1, 0}).remark == "no certified optimum");
}
