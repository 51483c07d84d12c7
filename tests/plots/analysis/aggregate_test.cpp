#include "plots/analysis/aggregate.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using test::example_run;

std::vector<CurvePoint> curves_of(std::vector<std::vector<ResultRow>> runs, Axis axis = Axis::cpu_seconds) {
  return aggregate(test::example_results(std::move(runs), axis));
}

}  // namespace

TEST_CASE("the mean of two runs is that of their interpolated objectives") {
  const auto curves = curves_of({
      example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
      example_run({{0, 1}, {0.1, 0.5}, {1, 0.2}}, run_status::budget, 2),
  });
  REQUIRE(curves.size() == 51);
  const CurvePoint& start = curves.front();
  CHECK(start.point == 0);
  CHECK(start.cpu_seconds == 0.0);
  CHECK(start.objective.mean == 1.0);
  CHECK(curves[1].cpu_seconds == 0.1);  // first iterate of the second run
  CHECK(*curves[1].objective.mean == Approx((0.6 + 0.5) / 2));
  const CurvePoint& end = curves.back();
  CHECK(end.point == 50);
  CHECK(end.cpu_seconds == 1.0);
  CHECK(*end.objective.mean == Approx(0.3));
  CHECK(*end.objective.median == Approx(0.3));
  CHECK(*end.objective.p10 == Approx(0.2 + 0.1 * 0.2));
  CHECK(*end.objective.p90 == Approx(0.2 + 0.9 * 0.2));
  CHECK(*end.passes == Approx(10));
  CHECK(*end.updates == Approx(200));
  CHECK(*end.density.mean == Approx(0.5));
  CHECK(*end.train_error.mean == Approx(0.2));
  CHECK_FALSE(end.test_error.mean.has_value());
  CHECK_FALSE(end.suboptimality.mean.has_value());
  CHECK(end.runs == 2);
  CHECK(end.failed_runs == 0);
  CHECK(end.experiment == "example");
  CHECK(end.method == "nonsmooth_scd");
  CHECK(end.lambda == 0.25);
  for (std::size_t i = 2; i < curves.size(); ++i)
    CHECK(*curves[i].cpu_seconds / *curves[i - 1].cpu_seconds == Approx(std::pow(10, 1.0 / 49)));
}

TEST_CASE("runs agree if they have the same objective after the same number of updates") {
  const auto agree = [](const std::vector<test::Spot>& one, const std::vector<test::Spot>& other) {
    return curves_of({example_run(one, run_status::budget, 1), example_run(other, run_status::budget, 2)})
        .back()
        .runs_agree;
  };
  CHECK(agree({{0, 1}, {0.01, 0.8}, {1, 0.4}}, {{0, 1}, {0.3, 0.8}, {2, 0.4}}));  // at other times
  CHECK(agree({{0, 1}, {0.01, 0.8}, {1, 0.4}}, {{0, 1}, {0.3, 0.8}}));
  CHECK_FALSE(agree({{0, 1}, {0.01, 0.8}, {1, 0.4}}, {{0, 1}, {0.3, 0.8}, {2, 0.4 + 1e-15}}));
  CHECK_FALSE(agree({{0, 1}, {0.01, 0.8}}, {{0, 1}}));  // no common work
  CHECK_FALSE(curves_of({example_run({{0, 1}, {0.01, 0.8}}, run_status::budget)}).back().runs_agree);
}

TEST_CASE("a run that stopped early by itself keeps its value, one that died does not") {
  const auto early =
      GENERATE(run_status::converged, run_status::stalled, run_status::limit, run_status::diverged);
  CAPTURE(early);
  const auto curves = curves_of({
      example_run({{0, 1}, {0.01, 0.8}, {0.1, 0.6}}, early, 1),
      example_run({{0, 1}, {0.01, 0.8}, {1, 0.2}}, run_status::budget, 2),
  });
  const bool died = early == run_status::diverged;
  CHECK(*curves[1].objective.mean == Approx(0.8));
  CHECK(curves[1].runs == 2);
  CHECK(curves[1].ended_runs == (died ? 0 : 1));
  CHECK(*curves.back().objective.mean == Approx(died ? 0.2 : 0.4));
  CHECK(curves.back().runs == (died ? 1 : 2));
  CHECK(curves.back().failed_runs == (died ? 1 : 0));
}

TEST_CASE("a run counts up to its last finite objective, and its end stays visible") {
  const auto curves =
      curves_of({example_run({{0, 1}, {0.01, 0.8}, {0.1, infinity}, {1, infinity}}, run_status::diverged)});
  CHECK(curves.front().runs == 1);
  CHECK(curves[1].cpu_seconds == 0.01);
  CHECK(curves[1].objective.mean == 0.8);
  for (std::size_t i = 2; i < curves.size(); ++i) {
    CHECK(curves[i].runs == 0);
    CHECK(curves[i].failed_runs == 1);
    CHECK_FALSE(curves[i].objective.mean.has_value());
  }
  CHECK(curves.back().cpu_seconds == 1.0);

  const auto at_once = curves_of({example_run({{0, 1}, {0.01, infinity}}, run_status::diverged, 1),
                                  example_run({{0, 1}, {0.01, 0.8}}, run_status::budget, 2)});
  CHECK(at_once.front().runs == 2);
  CHECK(at_once.front().failed_runs == 0);
  CHECK(at_once[1].failed_runs == 1);
}

TEST_CASE("no mean mixes first iterates with F(0)") {
  // The same iterates at slightly different times: between two of them every run is at 0.5.
  const auto flat = curves_of({
      example_run({{0, 1}, {0.01, 0.5}, {1, 0.5}}, run_status::budget, 1),
      example_run({{0, 1}, {0.02, 0.5}, {1, 0.5}}, run_status::budget, 2),
      example_run({{0, 1}, {0.04, 0.5}, {0.1, infinity}}, run_status::diverged, 3),
      // its missing iterate is not waited for
      example_run({{0, 1}, {0.5, infinity}}, run_status::diverged, 4),
      test::failed_run(5),
  });
  REQUIRE(flat.size() == 51);
  CHECK(flat[0].objective.mean == 1.0);
  CHECK(flat[0].runs + flat[0].failed_runs == 5);
  CHECK(flat[1].cpu_seconds == 0.04);
  for (std::size_t i = 1; i < flat.size(); ++i) CHECK(*flat[i].objective.mean == 0.5);
}

TEST_CASE("a failed run is counted at every point, and enters neither a mean nor that of setup") {
  const auto run = [](double setup, std::string_view status, double objective, std::uint64_t seed) {
    return test::changed(example_run({{0, 1}, {0.01, 0.8}, {1, objective}}, status, seed),
                         &ResultRow::setup_seconds, setup);
  };
  const auto curves = curves_of({run(0.25, run_status::budget, 0.4, 1),
                                 run(0.75, run_status::diverged, infinity, 2), test::failed_run(3)});
  REQUIRE(curves.size() == 51);
  for (const CurvePoint& point : curves) {
    CHECK(point.runs + point.failed_runs == 3);
    CHECK(point.failed_runs >= 1);
    CHECK(point.setup_seconds_mean == 0.5);
  }
  CHECK(*curves.back().objective.mean == Approx(0.4));

  const auto nothing = curves_of({test::failed_run(1), test::failed_run(2)});
  REQUIRE(nothing.size() == 1);
  CHECK(nothing[0].runs == 0);
  CHECK(nothing[0].failed_runs == 2);
  CHECK_FALSE(nothing[0].objective.mean.has_value());
  CHECK_FALSE(nothing[0].setup_seconds_mean.has_value());
}

TEST_CASE("the suboptimality is averaged where every run has a bound") {
  auto bounded = example_run({{0, 1}, {1, 0.4}}, run_status::budget, 1);
  for (ResultRow& row : bounded) row.suboptimality = *row.objective - 0.3;
  CHECK(*curves_of({bounded, bounded}).back().suboptimality.mean == Approx(0.1));
  for (ResultRow& row : bounded) row.lower_bound = 0.3;
  CHECK(curves_of({test::failed_run(0), bounded}).back().lower_bound == 0.3);
  const auto unbounded = example_run({{0, 1}, {1, 0.4}}, run_status::budget, 2);
  CHECK_FALSE(curves_of({bounded, unbounded}).back().suboptimality.mean.has_value());
}

TEST_CASE("the points of a method that restarts are its tolerances, at the mean of their times") {
  auto results = test::example_results({
      example_run({{0, 1}, {0.1, 0.5}, {0.3, 0.25}, {0.9, 0.125}, {1, 0.1}}, run_status::budget, 1),
      example_run({{0, 1}, {0.2, 0.6}, {0.5, 0.35}, {1.1, 0.225}}, run_status::budget, 2),
      example_run({{0, 1}, {0.3, 0.7}, {0.4, 0.3}}, run_status::stalled, 3),  // it makes no more progress
  });
  results.manifest.methods[0].sampled_by_tolerance = true;
  const auto curves = aggregate(results);
  REQUIRE(curves.size() == 4);  // the second run has no fifth point, and the next is unknown
  const double seconds[] = {0, 0.2, 0.4, 0.8};
  const double objectives[] = {1, 0.6, 0.3, (0.125 + 0.225 + 0.3) / 3};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(*curves[i].cpu_seconds == Approx(seconds[i]));
    CHECK(*curves[i].objective.mean == Approx(objectives[i]));
    CHECK(curves[i].runs == 3);
    CHECK(curves[i].failed_runs == 0);
  }
  CHECK(*curves[1].objective.median == Approx(0.6));
  CHECK(*curves[3].passes == Approx(8));

  results.runs.push_back({test::failed_run(4)});
  results.runs.push_back({example_run({{0, 1}, {0.4, 0.1}, {0.5, infinity}}, run_status::diverged, 5)});
  const auto with_dead = aggregate(results);
  REQUIRE(with_dead.size() == 4);
  CHECK(with_dead[0].runs == 4);  // counted before its last finite checkpoint
  CHECK(with_dead[3].runs == 3);
  CHECK(with_dead[3].failed_runs == 2);
  CHECK(*with_dead[3].objective.mean == *curves[3].objective.mean);

  results.runs = test::stored({test::failed_run(1), test::failed_run(2)});
  const auto dead = aggregate(results);
  REQUIRE(dead.size() == 1);
  CHECK(dead[0].failed_runs == 2);
}

TEST_CASE("the grid may be one of passes") {
  const auto run = example_run({{0, 1}, {0.5, 0.8}, {1, 0.4}}, run_status::budget);
  const auto curves = curves_of({run, run}, Axis::passes);
  CHECK(curves[1].passes == 5.0);
  CHECK(*curves[1].cpu_seconds == Approx(0.5));
  CHECK(curves.back().passes == 10.0);
  CHECK(*curves.back().cpu_seconds == Approx(1));
}

TEST_CASE("curves.csv has a line a point, and reads back") {
  const std::string text = curves_csv(curves_of(
      {example_run({{0, 1}, {0.01, 1.0 / 3}, {0.7, 1.0 / 7}}, run_status::budget, 1), test::failed_run(2)}));
  CHECK(curves_csv(read_table(curve_columns(), "", text)) == text);
  const auto rows = test::csv_fields(text);
  REQUIRE(rows.size() == 51);
  CHECK(rows[0].at("cpu_seconds") == "0");
  CHECK(rows[0].at("failed_runs") == "1");
  CHECK(rows[50].at("point") == "50");
  CHECK(rows[50].at("objective_mean") == "0.14285714285714285");
  CHECK(rows[50].at("test_error_mean").empty());
}

}  // namespace descent
