// Residual curves and the table of iterations, for methods with an outer and an inner loop.

#include <cmath>

#include "plots/analysis/iterations.hpp"
#include "plots/figures/figures.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "plots/tables/table_files.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/panel_places.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// An outer iteration at a checkpoint of the example.
struct Outer {
  std::uint64_t updates;
  std::uint64_t outer_iterations;
  double primal = 0;
  double dual = 0;
};

std::vector<ResultRow> split_run(const std::vector<Outer>& checkpoints, std::uint64_t seed = 1) {
  std::vector<test::Step> steps;
  for (std::size_t k = 0; k < checkpoints.size(); ++k) steps.push_back({static_cast<double>(k), 0.1});
  auto rows = test::certified_run(steps, "split", seed);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].updates = checkpoints[k].updates;
    rows[k].outer_iterations = checkpoints[k].outer_iterations;
    if (checkpoints[k].outer_iterations == 0) continue;
    rows[k].primal_residual = checkpoints[k].primal;
    rows[k].dual_residual = checkpoints[k].dual;
  }
  rows.back().train_error = 0.25;
  rows.back().test_error = 0.3;
  return rows;
}

/// A method with residuals and one without, on 4 training and 10 test rows.
ResultsFolder example(const std::vector<Outer>& checkpoints) {
  auto plain = test::certified_run({{0, 1}, {1, 0.1}}, "plain");
  plain.back().updates = 1234;
  auto results = test::certified_results({plain, split_run(checkpoints), split_run({{0, 0}, {9, 0}}, 2)});
  results.manifest.datasets[0].test_rows = 10;
  return results;
}

}  // namespace

TEST_CASE("iterations of the first outer step are exact where checkpoints are dense, else between two") {
  auto rows = iterations_rows(example({{0, 0}, {29, 0}, {30, 1, 1, 1}, {40, 2, 0.5, 0.1}}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].method == "plain");
  CHECK(rows[0].iterations == 1234);
  CHECK_FALSE(rows[0].outer_iterations);
  CHECK_FALSE(rows[0].first_outer_within);
  CHECK(rows[1].iterations == 40);
  CHECK(rows[1].outer_iterations == 2u);
  CHECK(rows[1].first_outer_above == 29u);
  CHECK(rows[1].first_outer_within == 30u);
  CHECK(rows[1].train_errors == 1u);
  CHECK(rows[1].test_errors == 3u);
  CHECK(rows[2].seed == 2);
  CHECK_FALSE(rows[2].first_outer_within);  // not complete at the end

  const test::TemporaryFolder folder;
  const auto text_for = [&](const std::vector<Outer>& checkpoints) {
    return test::file_text(test::written(folder, std::vector{iterations_table(example(checkpoints))}).at(1));
  };
  const std::string dense = text_for({{0, 0}, {29, 0}, {30, 1, 1, 1}, {40, 2, 0.5, 0.1}});
  CHECK_THAT(dense, ContainsSubstring("### a9a, hinge + l1, λ = 1/m"));
  CHECK_THAT(dense, ContainsSubstring("| The plain | 1,234 | — | — | 1 of 4 | — | budget |"));
  CHECK_THAT(dense, ContainsSubstring("| The split | 40 | 30 | 2 | 1 of 4 | 3 of 10 | budget |"));
  CHECK_THAT(text_for({{0, 0}, {16, 0}, {41, 3, 1, 1}}),
             ContainsSubstring("| The split | 41 | 17 to 41 | 3 | 1 of 4 | 3 of 10 | budget |"));
  ResultsFolder stopped = example({{0, 0}, {30, 1, 1, 1}});
  stopped.runs[0].rows.back().status = run_status::stopped;
  const double excess = excess_over(stopped.manifest.optima.at(0), *stopped.runs[0].rows.back().objective);
  CHECK(iterations_table(stopped).tables.at(0).rows.at(0).back().text ==
        "its own rule, " + short_number(100 * excess) + " % above the optimum");
  CHECK(
      read_table(iterations_columns(), folder.path() / "tables" / "iterations.csv").at(1).first_outer_above ==
      16u);
}

TEST_CASE("regression has no misclassified rows, and folders without outer iterations no table") {
  const auto loss =
      GENERATE(as<std::string>{}, "epsilon_insensitive", "squared_epsilon_insensitive", "squared");
  CAPTURE(loss);
  auto results = example({{0, 0}, {30, 1, 1, 1}});
  results.runs = test::changed(std::move(results.runs), &ResultRow::loss, loss);
  results.manifest.losses = {loss};
  CHECK_FALSE(iterations_rows(results).at(1).train_errors);
  const test::TemporaryFolder folder;
  const auto plain = test::certified_results({test::certified_run({{0, 1}, {1, 0.1}}, "plain")});
  CHECK(test::written(folder, std::vector{iterations_table(plain)}).empty());
  CHECK_FALSE(residual_figure(plain));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("residual curves show their points unless these would hide the line") {
  for (const auto& [count, style] : {std::pair{80u, "linespoints"}, std::pair{81u, "lines"}}) {
    std::vector<Outer> checkpoints{{0, 0}};
    for (std::uint64_t k = 1; k <= count; ++k) checkpoints.push_back({10 * k, k, 1, 0.5});
    const std::string script = residual_figure(example(checkpoints)).value().script;
    CHECK_THAT(script, ContainsSubstring(std::string("using 1:2 with ") + style + " ls 101"));
    CHECK_THAT(script, ContainsSubstring("  set xrange [0:" + std::string(count == 80 ? "824]" : "834.3]")));
  }
}

TEST_CASE("residual curves that find no panel are counted") {
  std::vector<std::vector<ResultRow>> runs;
  for (int k = 1; k <= 13; ++k) {
    const std::string method = "split" + std::to_string(k);
    runs.push_back(
        test::changed(split_run({{0, 0}, {30, 1, 1, 1}, {40, 2, 1, 0.5}}), &ResultRow::method, method));
    if (k < 12) continue;
    const Figure figure = residual_figure(test::certified_results(runs)).value();
    test::check_places(figure.script);
    const std::string& caption = figure.caption;
    CHECK((caption.find("Not shown: 1 more") < caption.size()) == (k == 13));
    CHECK((caption.find("Not shown") < caption.size()) == (k == 13));
  }
}

TEST_CASE("residual curves have a point for every further outer iteration, and can be drawn") {
  const test::TemporaryFolder folder;
  const auto results =
      example({{0, 0}, {30, 1, 1, 0.5}, {35, 1, 1, 0.5}, {40, 2, 0, 0.1}, {50, 3, 1e-16, 1e-3}});
  const auto file = test::written(folder, residual_figure(results).value());
  CHECK(file == folder.path() / "figures" / "gnuplot" / "example-residuals.gp");
  const auto text =
      test::file_text(folder.path() / "figures" / "gnuplot" / "example-residuals" / "a-2-split.dat");
  CHECK_THAT(text, ContainsSubstring("\n30 1 0.5\n40 "));
  CHECK_THAT(text, !ContainsSubstring("\n35 "));
  CHECK_THAT(text, !ContainsSubstring(" 0 "));      // 0 has no logarithm
  CHECK_THAT(text, !ContainsSubstring(" 1e-16 "));  // rounding errors would dominate the panel
  const std::string script = test::file_text(file);
  CHECK_THAT(script, ContainsSubstring("a-2-split.dat' using 1:2 with linespoints ls 101"));
  CHECK_THAT(script, ContainsSubstring("a-2-split.dat' using 1:3 with linespoints ls 102"));
  // The legend explains these styles.
  CHECK_THAT(script, ContainsSubstring("nohead ls 101\n") && ContainsSubstring("'Primal residual' at"));
  CHECK(script.find("nohead ls 101") < script.find("'Primal residual' at"));
  CHECK(script.find("'Primal residual' at") < script.find("nohead ls 102"));
  CHECK(script.find("nohead ls 102") < script.find("'Dual residual' at"));
  CHECK_THAT(script, ContainsSubstring("3 outer steps, budget"));
  CHECK_THAT(script, !ContainsSubstring("The plain"));
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  CHECK(draw_script(file).size() == 3);
}

}  // namespace descent
