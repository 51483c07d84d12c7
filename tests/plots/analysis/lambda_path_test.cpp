#include "plots/analysis/time_to_target.hpp"

#include <limits>

#include "plots/figures/figures.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/panel_places.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::certified_run;
using test::never;

/// Three λ, out of order: with m = 4, λ m is 40, 0.4 and 4. The fast method always arrives, for λ m = 40 at
/// once. The slow method arrives only for λ m = 4, and only with one of two seeds.
ResultsFolder three_lambdas() {
  std::vector<std::vector<ResultRow>> runs;
  for (const double lambda : {10.0, 0.1, 1.0}) {
    const double start = lambda == 10 ? 1e-4 : 1;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const auto fast =
          certified_run({{0, start}, {lambda / 2, start}, {lambda, 1e-2}, {20, 1e-5}}, "fast", seed);
      const auto slow =
          certified_run({{0, 1}, {2, 0.5}, {20, lambda == 1 && seed == 1 ? 1e-2 : 0.1}}, "slow", seed);
      for (const auto& run : {fast, slow}) runs.push_back(test::changed(run, &ResultRow::lambda, lambda));
    }
  }
  ResultsFolder results =
      test::certified_results(test::changed(std::move(runs), &ResultRow::setup_seconds, 0));
  results.manifest.optima.resize(3, results.manifest.optima.at(0));
  for (std::size_t i = 0; i < 3; ++i) results.manifest.optima[i].lambda = std::vector{0.1, 1.0, 10.0}[i];
  return results;
}

}  // namespace

TEST_CASE("a path goes through the lambdas in ascending order, by their product with m") {
  const auto paths = lambda_paths(three_lambdas());
  REQUIRE(paths.size() == 1);
  CHECK(paths[0].lambdas == std::vector<double>{0.1, 1, 10});
  CHECK(paths[0].uncertain.empty());
  REQUIRE(paths[0].curves.size() == 2);
  CHECK(paths[0].curves[0].method == 0);
  std::vector<double> positions;
  for (const LambdaPathRow& row : paths[0].curves[0].points) positions.push_back(row.lambda_rows);
  CHECK(positions == std::vector<double>{0.4, 4, 40});
  CHECK(paths[0].curves[1].points[1].time.arrived == 1);
  CHECK(paths[0].curves[1].points[1].time.runs == 2);
}

TEST_CASE("two lambdas make no path, and one without a certificate is told") {
  ResultsFolder results = three_lambdas();
  results.manifest.optima.erase(results.manifest.optima.begin() + 1);
  CHECK(lambda_paths(results).at(0).uncertain == std::vector<double>{1});
  results.manifest.optima[0].objective *= 1.01;
  CHECK(lambda_paths(results).at(0).uncertain == std::vector<double>{0.1, 1});

  results = three_lambdas();
  std::erase_if(results.runs, [](const auto& run) { return run.rows.front().lambda == 1; });
  CHECK(lambda_paths(results).empty());
}

TEST_CASE("a path leaves a script and a data file a method, and can be drawn") {
  const test::TemporaryFolder folder;
  const ResultsFolder results = three_lambdas();
  const auto paths = lambda_paths(results);
  const auto figure = test::written(folder, lambda_path_figure(results.manifest, paths));
  CHECK(figure == folder.path() / "figures" / "gnuplot" / "example-lambda-path.gp");
  const auto data = folder.path() / "figures" / "gnuplot" / "example-lambda-path";
  const std::string fast = test::file_text(data / "a-1-fast.dat");
  CHECK_THAT(fast, ContainsSubstring("\n0.4 0.1 0.1 0.1\n"));
  CHECK_THAT(fast, ContainsSubstring("\n40 NaN NaN NaN\n"));  // time 0 has no logarithm; a label shows it
  const std::string slow = test::file_text(data / "a-2-slow.dat");
  CHECK_THAT(slow, ContainsSubstring("\n0.4 NaN NaN NaN\n"));
  const std::string script = test::file_text(figure);
  test::check_places(script);
  for (const std::string part :
       {"a-1-fast.dat' using 1:2 with lines ls 1,", "a-1-fast.dat' using 1:2 with points ls 1 ",
        "a-2-slow.dat' using 1:2 with lines ls 2,"})
    CHECK_THAT(script, ContainsSubstring(part));
  CHECK_THAT(script, ContainsSubstring("= 0 suffices' at first 40"));
  const auto caption = folder.path() / "figures" / "example-lambda-path.caption.txt";
  CHECK_THAT(test::file_text(caption), ContainsSubstring("An example: time to target over λ. CPU time") &&
                                           ContainsSubstring(" Interrupted: the median run"));
  CHECK_THAT(test::file_text(caption), !ContainsSubstring("is an upper bound."));
  if (test::gnuplot_is_installed()) CHECK(draw_script(figure).size() == 3);
}

TEST_CASE("a bar ends with the axis if its upper quantile is a run that does not reach the target") {
  ResultsFolder results = three_lambdas();
  for (const std::uint64_t seed : {3, 4}) {
    const auto run =
        test::changed(certified_run({{0, 1}, {10, 0.5}, {16, 1e-2}}, "slow", seed), &ResultRow::lambda, 1);
    results.runs.push_back({test::changed(run, &ResultRow::setup_seconds, 0)});
  }
  const test::TemporaryFolder folder;
  test::written(folder, lambda_path_figure(results.manifest, lambda_paths(results)));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "gnuplot" / "example-lambda-path" / "a-2-slow.dat"),
             ContainsSubstring("\n4 18 16 "));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example-lambda-path.caption.txt"),
             ContainsSubstring("Median of 4 runs,"));  // the most, of the middle λ
}

TEST_CASE("a time at the first checkpoint is a bound") {
  ResultsFolder results = three_lambdas();
  for (auto& run : results.runs) {
    if (run.rows.front().method == "fast" && run.rows.front().lambda == 0.1)
      run.rows.erase(run.rows.begin() + 1);
  }
  const test::TemporaryFolder folder;
  const auto figure = test::written(folder, lambda_path_figure(results.manifest, lambda_paths(results)));
  CHECK(figure == folder.path() / "figures" / "gnuplot" / "example-lambda-path.gp");
  CHECK_THAT(test::file_text(folder.path() / "figures" / "example-lambda-path.caption.txt"),
             ContainsSubstring("is an upper bound."));
  CHECK_THAT(test::file_text(folder.path() / "figures" / "gnuplot" / "example-lambda-path" / "a-1-fast.dat"),
             ContainsSubstring("\n0.4 0.1 0.1 0.1\n"));
}

}  // namespace descent
