#include "plots/analysis/aggregate.hpp"

#include <cmath>
#include <limits>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::example_results;
using test::example_run;

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the mean of two runs is that of their interpolated objectives") {
  const auto curves = aggregate(example_results({
      example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
      example_run({{0, 1}, {0.1, 0.5}, {1, 0.2}}, run_status::budget, 2),
  }));
  REQUIRE(curves.size() == 51);
  const CurvePoint& start = curves.front();
  CHECK(start.point == 0);
  CHECK(start.cpu_seconds == 0.0);
  CHECK(start.objective_mean == 1.0);
  CHECK(curves[1].cpu_seconds == 0.1);  // where the second run has its first iterate
  CHECK(*curves[1].objective_mean == Approx((0.6 + 0.5) / 2));
  const CurvePoint& end = curves.back();
  CHECK(end.point == 50);
  CHECK(end.cpu_seconds == 1.0);
  CHECK(*end.objective_mean == Approx(0.3));
  CHECK(*end.objective_median == Approx(0.3));
  CHECK(*end.objective_p10 == Approx(0.2 + 0.1 * 0.2));
  CHECK(*end.objective_p90 == Approx(0.2 + 0.9 * 0.2));
  CHECK(*end.passes == Approx(10));
  CHECK(*end.updates == Approx(200));
  CHECK(*end.density_mean == Approx(0.5));
  CHECK(*end.train_error_mean == Approx(0.2));
  CHECK_FALSE(end.test_error_mean.has_value());
  CHECK_FALSE(end.suboptimality_mean.has_value());
  CHECK(end.runs == 2);
  CHECK(end.failed_runs == 0);
  CHECK(end.experiment == "example");
  CHECK(end.method == "nonsmooth_scd");
  CHECK(end.lambda == 0.25);
  for (std::size_t i = 2; i < curves.size(); ++i) {
    CHECK(*curves[i].cpu_seconds / *curves[i - 1].cpu_seconds == Approx(std::pow(10, 1.0 / 49)));
  }
}

TEST_CASE("a run that stopped early by itself keeps its value, one that died does not") {
  const auto early =
      GENERATE(run_status::converged, run_status::stalled, run_status::limit, run_status::diverged);
  CAPTURE(early);
  const auto curves = aggregate(example_results({
      example_run({{0, 1}, {0.01, 0.8}, {0.1, 0.6}}, early, 1),
      example_run({{0, 1}, {0.01, 0.8}, {1, 0.2}}, run_status::budget, 2),
  }));
  const bool died = early == run_status::diverged;
  CHECK(*curves[1].objective_mean == Approx(0.8));
  CHECK(curves[1].runs == 2);
  CHECK(*curves.back().objective_mean == Approx(died ? 0.2 : 0.4));
  CHECK(curves.back().runs == (died ? 1 : 2));
  CHECK(curves.back().failed_runs == (died ? 1 : 0));
}

TEST_CASE("a run counts up to its last finite objective, and its end stays visible") {
  const auto curves = aggregate(example_results({
      example_run({{0, 1}, {0.01, 0.8}, {0.1, infinity}, {1, infinity}}, run_status::diverged, 1),
  }));
  CHECK(curves.front().runs == 1);
  CHECK(curves[1].cpu_seconds == 0.01);
  for (std::size_t i = 1; i < curves.size(); ++i) {
    CHECK(curves[i].runs == 0);
    CHECK(curves[i].failed_runs == 1);
    CHECK_FALSE(curves[i].objective_mean.has_value());
  }
  CHECK(curves.back().cpu_seconds == 1.0);
}

TEST_CASE("no mean mixes first iterates with F(0)") {
  // The same iterates at slightly different times: between two of them every run stands at 0.5.
  const auto flat = aggregate(example_results({
      example_run({{0, 1}, {0.01, 0.5}, {1, 0.5}}, run_status::budget, 1),
      example_run({{0, 1}, {0.02, 0.5}, {1, 0.5}}, run_status::budget, 2),
      example_run({{0, 1}, {0.04, 0.5}, {0.1, infinity}}, run_status::diverged, 3),
      example_run({{0, 1}, {0.5, infinity}}, run_status::diverged, 4),  // has no iterate to wait for
      test::failed_run(5),
  }));
  REQUIRE(flat.size() == 51);
  CHECK(flat[0].objective_mean == 1.0);
  CHECK(flat[0].runs + flat[0].failed_runs == 5);
  CHECK(flat[1].cpu_seconds == 0.04);
  for (std::size_t i = 1; i < flat.size(); ++i) CHECK(*flat[i].objective_mean == 0.5);
}

TEST_CASE("setup is averaged over the runs that have not failed, and the same at every point") {
  const auto with_setup = [](std::vector<ResultRow> run, double seconds) {
    for (ResultRow& row : run) row.setup_seconds = seconds;
    return run;
  };
  const auto curves = aggregate(example_results({
      with_setup(example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1), 0.25),
      with_setup(example_run({{0, 1}, {0.01, 0.8}, {0.1, infinity}}, run_status::diverged, 2), 0.75),
      test::failed_run(3),
  }));
  REQUIRE(curves.size() == 51);
  for (const CurvePoint& point : curves) CHECK(point.setup_seconds_mean == 0.5);
  CHECK_FALSE(aggregate(example_results({test::failed_run()}))[0].setup_seconds_mean.has_value());
}

TEST_CASE("a failed run is counted at every point and enters no mean") {
  const auto curves = aggregate(example_results({
      example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
      test::failed_run(2),
  }));
  REQUIRE(curves.size() == 51);
  for (const CurvePoint& point : curves) {
    CHECK(point.runs == 1);
    CHECK(point.failed_runs == 1);
  }
  CHECK(*curves.back().objective_mean == Approx(0.4));

  const auto nothing = aggregate(example_results({test::failed_run(1), test::failed_run(2)}));
  REQUIRE(nothing.size() == 1);
  CHECK(nothing[0].runs == 0);
  CHECK(nothing[0].failed_runs == 2);
  CHECK_FALSE(nothing[0].objective_mean.has_value());
}

TEST_CASE("the suboptimality is averaged where every run has a bound") {
  auto bounded = example_run({{0, 1}, {1, 0.4}}, run_status::budget, 1);
  for (ResultRow& row : bounded) row.suboptimality = *row.objective - 0.3;
  CHECK(*aggregate(example_results({bounded, bounded})).back().suboptimality_mean == Approx(0.1));
  const auto unbounded = example_run({{0, 1}, {1, 0.4}}, run_status::budget, 2);
  CHECK_FALSE(aggregate(example_results({bounded, unbounded})).back().suboptimality_mean.has_value());
}

TEST_CASE("the points of a method that restarts are its tolerances, at the mean of their times") {
  auto results = example_results({
      example_run({{0, 1}, {0.1, 0.5}, {0.3, 0.25}, {0.9, 0.125}, {1, 0.1}}, run_status::budget, 1),
      example_run({{0, 1}, {0.2, 0.6}, {0.5, 0.35}, {1.1, 0.225}}, run_status::budget, 2),
      example_run({{0, 1}, {0.3, 0.7}, {0.4, 0.3}}, run_status::stalled, 3),  // it gets no further
  });
  results.manifest.methods[0].sampled_by_tolerance = true;
  const auto curves = aggregate(results);
  REQUIRE(curves.size() == 4);  // the second run has no fifth point, and its next one is not known
  CHECK(curves[0].cpu_seconds == 0.0);
  CHECK(curves[0].objective_mean == 1.0);
  CHECK(*curves[1].cpu_seconds == Approx(0.2));
  CHECK(*curves[1].objective_mean == Approx(0.6));
  CHECK(*curves[1].objective_median == Approx(0.6));
  CHECK(*curves[2].cpu_seconds == Approx(0.4));
  CHECK(*curves[2].objective_mean == Approx(0.3));
  CHECK(*curves[3].cpu_seconds == Approx(0.8));
  CHECK(*curves[3].objective_mean == Approx((0.125 + 0.225 + 0.3) / 3));
  CHECK(*curves[3].passes == Approx(8));
  for (const CurvePoint& point : curves) {
    CHECK(point.runs == 3);
    CHECK(point.failed_runs == 0);
  }

  results.runs.push_back(test::failed_run(4));
  results.runs.push_back(example_run({{0, 1}, {0.4, 0.1}, {0.5, infinity}}, run_status::diverged, 5));
  const auto with_dead = aggregate(results);
  REQUIRE(with_dead.size() == 4);
  CHECK(with_dead[0].runs == 4);  // it counts before its last finite checkpoint
  CHECK(with_dead[3].runs == 3);
  CHECK(with_dead[3].failed_runs == 2);
  CHECK(*with_dead[3].objective_mean == *curves[3].objective_mean);

  const auto dead = [&] {
    results.runs = {test::failed_run(1), test::failed_run(2)};
    return aggregate(results);
  }();
  REQUIRE(dead.size() == 1);
  CHECK(dead[0].failed_runs == 2);
}

TEST_CASE("the grid may be one of passes") {
  const auto curves = aggregate(example_results(
      {
          example_run({{0, 1}, {0.5, 0.8}, {1, 0.4}}, run_status::budget, 1),
          example_run({{0, 1}, {0.5, 0.8}, {1, 0.4}}, run_status::budget, 2),
      },
      Axis::passes));
  CHECK(curves[1].passes == 5.0);
  CHECK(*curves[1].cpu_seconds == Approx(0.5));
  CHECK(curves.back().passes == 10.0);
  CHECK(*curves.back().cpu_seconds == Approx(1));
}

TEST_CASE("cells are told apart by regulariser, lambda and variant, and follow the manifest") {
  auto results = example_results({});
  results.manifest.regularizers = {"l1", "l2"};
  results.manifest.methods = {{"nonsmooth_scd", "permuted", "P"}, {"nonsmooth_scd", "", "U"}};
  const auto add = [&](const std::string& regularizer, double lambda, const std::string& variant,
                       double objective) {
    auto run = example_run({{0, objective}}, run_status::budget);
    run[0].regularizer = regularizer;
    run[0].lambda = lambda;
    run[0].variant = variant;
    results.runs.push_back(run);
  };
  add("l2", 0.5, "", 6);
  add("l1", 0.25, "", 4);
  add("l1", 0.5, "", 2);
  add("l1", 0.5, "permuted", 1);
  add("l1", 0.25, "permuted", 3);
  add("l2", 0.5, "permuted", 5);
  const auto curves = aggregate(results);
  REQUIRE(curves.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) CHECK(*curves[i].objective_mean == static_cast<double>(i + 1));
}

TEST_CASE("curves.csv reads back") {
  const test::TemporaryFolder folder;
  const auto curves = aggregate(example_results(
      {example_run({{0, 1}, {0.01, 1.0 / 3}, {0.7, 1.0 / 7}}, run_status::budget, 1), test::failed_run(2)}));
  write_curves(folder.path(), curves);
  const auto read = read_curves(folder.path());
  REQUIRE(read.size() == curves.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    CHECK(read[i].point == i);
    CHECK(read[i].cpu_seconds == curves[i].cpu_seconds);
    CHECK(read[i].passes == curves[i].passes);
    CHECK(read[i].setup_seconds_mean == curves[i].setup_seconds_mean);
    CHECK(read[i].objective_mean == curves[i].objective_mean);
    CHECK(read[i].objective_p90 == curves[i].objective_p90);
    CHECK(read[i].test_error_mean == curves[i].test_error_mean);
    CHECK(read[i].failed_runs == 1);
  }
}

TEST_CASE("a results folder is read with its gaps, foreign runs are refused") {
  const test::TemporaryFolder folder;
  const auto run = example_run({{0, 1}, {1, 0.5}}, run_status::budget);
  test::write_example(folder.path(), {run, run});
  std::filesystem::remove(run_file(folder.path(), "abc0"));
  const auto results = read_results_folder(folder.path());
  CHECK(results.runs.size() == 1);
  CHECK(results.missing == std::vector<std::string>{"abc0"});

  auto foreign = run;
  for (ResultRow& row : foreign) row.method = "pegasos";
  test::write_example(folder.path(), {foreign});
  CHECK_THROWS_WITH(
      read_results_folder(folder.path()),
      ContainsSubstring("abc0.csv: the method 'pegasos' with variant '' is not in the manifest"));
  auto mixed = run;
  mixed[1].seed = 9;
  test::write_example(folder.path(), {mixed});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("abc0.csv: checkpoint 1 is of another run than checkpoint 0"));
}

}  // namespace descent
