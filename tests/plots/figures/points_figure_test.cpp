#include "plots/figures/figures.hpp"

#include "plots/gnuplot/pictures.hpp"
#include "support/errors.hpp"
#include "support/records/decision_file.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/panel_places.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

DecisionLine line_of(double w1, double w2, double intercept) {
  return {{}, 1, w1, w2, intercept};
}

DecisionFile example() {
  return {{{"a9a", {{-1, 2, true, false}, {0.1, 3, false, false}, {1, 4, true, true}}}}};
}

}  // namespace

TEST_CASE("a decision line ends at the edges of its rectangle") {
  const AxisRange x1{0, 4, 1};
  const AxisRange x2{0, 2, 1};
  const auto diagonal = segment_in(line_of(1, -1, 0), x1, x2);  // x2 = x1
  REQUIRE(diagonal);
  auto [from, to] = *diagonal;
  if (from > to) std::swap(from, to);
  CHECK(from.first == Approx(0).margin(1e-12));
  CHECK(from.second == Approx(0).margin(1e-12));
  CHECK(to.first == Approx(2));
  CHECK(to.second == Approx(2));

  const auto upright = segment_in(line_of(-3, 0, 3), x1, x2);  // x1 = 1
  REQUIRE(upright);
  CHECK(upright->first.first == Approx(1));
  CHECK(upright->second.first == Approx(1));
  CHECK(upright->first.second + upright->second.second == Approx(2));
  CHECK(segment_in(line_of(0, 1e-200, -1e-200), x1, x2));  // x2 = 1, with tiny weights

  CHECK_FALSE(segment_in(line_of(1, 1, 0), x1, x2));  // through a corner only
  CHECK_FALSE(segment_in(line_of(1, 0, 1), x1, x2));
  CHECK_FALSE(segment_in(line_of(1, 1, 10), x1, x2));
  CHECK_FALSE(segment_in(line_of(0, 0, 1), x1, x2));
}

TEST_CASE("points read back as they were written") {
  const test::TemporaryFolder folder;
  CHECK_FALSE(read_decisions(folder.path()));
  const DecisionFile written = example();
  write_decisions(folder.path(), written);
  const auto read = read_decisions(folder.path());
  REQUIRE(read);
  REQUIRE(read->datasets.size() == 1);
  REQUIRE(read->datasets[0].points.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const DecisionPoint& point = read->datasets[0].points[i];
    const DecisionPoint& expected = written.datasets[0].points[i];
    CHECK(point.x1 == expected.x1);
    CHECK(point.x2 == expected.x2);
    CHECK(point.is_positive == expected.is_positive);
    CHECK(point.is_test == expected.is_test);
  }
}

TEST_CASE("a damaged file of points is named with the place in it") {
  const test::TemporaryFolder folder;
  const auto message = [&](const char* text) {
    folder.write("decision.json", text);
    return [&] { read_decisions(folder.path()); };
  };
  CHECK_THROWS_WITH(message(R"({"datasets": [)")(), ContainsSubstring("not JSON"));
  CHECK_THROWS_WITH(message(R"({"datasets": [{"name": "a", "train": [[1, 2]], "test": []}]})")(),
                    ContainsSubstring("/datasets/0/train/0"));
  CHECK_THROWS_WITH(message(R"({"datasets": [{"name": "a", "train": [[1, 2, 1, 1]], "test": []}]})")(),
                    ContainsSubstring("/datasets/0/train/0: must be [x1, x2, class]"));
  CHECK_THROWS_WITH(message(R"({"datasets": [{"name": "a", "train": [[1, 2, 0]], "test": []}]})")(),
                    ContainsSubstring("/datasets/0/train/0/2: must be 1 or -1"));
}

TEST_CASE("points are drawn by class and part, with the lines of the manifest's methods") {
  const test::TemporaryFolder folder;
  ResultsFolder results = test::example_results({test::example_run({{0, 1}, {1, 0.5}}, run_status::budget),
                                                 test::example_run({{0, 1}}, run_status::budget)});
  Manifest& manifest = results.manifest;
  manifest.datasets[0].test_rows = 1;
  manifest.config["decision_lines"] = true;
  results.runs[0].decision_line = {1, 0, -0.5};
  results.runs[1].decision_line = {1, 1, 1};
  results.runs[1].rows[0].method = "gone";
  CHECK_FALSE(points_figure(results, folder.path()));

  write_decisions(folder.path(), example());
  const auto file = test::written(folder, points_figure(results, folder.path()).value());
  CHECK(file == folder.path() / "figures" / "gnuplot" / "example-points.gp");
  const auto data = folder.path() / "figures" / "gnuplot" / "example-points";
  CHECK_THAT(test::file_text(data / "a-points.dat"), ContainsSubstring("\n-1 2 0\n0.1 3 1\n1 4 2\n"));
  CHECK(test::file_text(data / "a-1-nonsmooth_scd.dat")
            .starts_with("# x1 x2: where 1 x1 + 0 x2 + -0.5 = 0\n0.5 "));
  const std::string script = test::file_text(file);
  const auto caption = folder.path() / "figures" / "example-points.caption.txt";
  CHECK_THAT(script, ContainsSubstring("'4 training and 1 test points, λ = 1/m'"));
  CHECK_THAT(test::file_text(caption), ContainsSubstring("Hollow: test points."));
  CHECK_THAT(script, !ContainsSubstring("($3 == 3 "));  // no negative test point exists
  CHECK_THAT(script, !ContainsSubstring("gone"));
  if (test::gnuplot_is_installed()) {
    CHECK(draw_script(file).size() == 3);
  } else {
    WARN("gnuplot is not installed: no figure is drawn");
  }

  results.runs[0].decision_line = {0, 0, 0};
  const Figure unseen = points_figure(results, folder.path()).value();
  CHECK_THAT(unseen.script, ContainsSubstring("Non-smooth SCD: not in view' at graph"));
  results.runs[0].rows[0].dataset = "gone";
  CHECK_THROWS_WITH(points_figure(results, folder.path()), ContainsSubstring("'gone'"));
  results.manifest.config["decision_lines"] = false;
  CHECK_FALSE(points_figure(results, folder.path()));
}

TEST_CASE("a panel of points has the lines of all methods") {
  const test::TemporaryFolder folder;
  const auto run = test::example_run({{0, 1}, {1, 0.5}}, run_status::budget);
  ResultsFolder results = test::example_results({run, test::changed(run, &ResultRow::method, "pegasos")});
  results.manifest.methods.push_back({"pegasos", "", "Pegasos"});
  results.manifest.config["decision_lines"] = true;
  results.runs[0].decision_line = {1, 0, -0.5};
  results.runs[1].decision_line = {0, 1, -3};
  write_decisions(folder.path(), example());
  const std::string script = points_figure(results, folder.path()).value().script;
  test::check_places(script);
  for (const char* const line : {"a-1-nonsmooth_scd.dat' using 1:2 with lines ls 1 lw 2.30",
                                 "a-2-pegasos.dat' using 1:2 with lines ls 2 lw 1.30"})
    CHECK_THAT(script, ContainsSubstring(line));
}

}  // namespace descent
