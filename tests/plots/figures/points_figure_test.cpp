#include "plots/figures/figures.hpp"

#include "plots/gnuplot/pictures.hpp"
#include "support/errors.hpp"
#include "support/json/seal.hpp"
#include "support/records/decision_file.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

DecisionLine line_of(double w1, double w2, double intercept) {
  return {"a9a", "hinge", "l1", "nonsmooth_scd", "", 0.25, 1, w1, w2, intercept};
}

DecisionFile example() {
  return {{{"a9a", {{-1, 2, true, false}, {0.1, 3, false, false}, {1, 4, true, true}}}},
          {line_of(1, 0, -0.5)}};
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

  CHECK_FALSE(segment_in(line_of(1, 0, 1), x1, x2));
  CHECK_FALSE(segment_in(line_of(1, 1, 10), x1, x2));
  CHECK_FALSE(segment_in(line_of(0, 0, 1), x1, x2));
}

TEST_CASE("points and lines read back as they were written") {
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
  REQUIRE(read->lines.size() == 1);
  CHECK(read->lines[0].w1 == 1);
  CHECK(read->lines[0].w2 == 0);
  CHECK(read->lines[0].intercept == -0.5);
  CHECK(read->lines[0].lambda == 0.25);
  CHECK(read->lines[0].method == "nonsmooth_scd");
}

TEST_CASE("a damaged file of points is named with the place in it") {
  const test::TemporaryFolder folder;
  const auto message = [&](const char* text) {
    const Json json = Json::parse(text, nullptr, false);
    folder.write("decision.json", json.is_object() ? sealed(json).dump() : text);
    return [&] { read_decisions(folder.path()); };
  };
  CHECK_THROWS_WITH(message(R"({"datasets": [)")(), ContainsSubstring("not JSON"));
  CHECK_THROWS_WITH(message(R"({"datasets": [{"name": "a", "train": [[1, 2]], "test": []}], "lines": []})")(),
                    ContainsSubstring("/datasets/0/train/0"));
  CHECK_THROWS_WITH(
      message(R"({"datasets": [{"name": "a", "train": [[1, 2, 0]], "test": []}], "lines": []})")(),
      ContainsSubstring("/datasets/0/train/0/2: must be 1 or -1"));
  folder.write("decision.json", R"({"datasets": [], "lines": []})");
  CHECK_THROWS_WITH(read_decisions(folder.path()),
                    ContainsSubstring("decision.json: is damaged: it has no \"seal\"; `descent run` "));
  CHECK_THROWS_AS(read_decisions(folder.path()), ResultFileError);
}

TEST_CASE("points are drawn by class and part, with the lines of the manifest's methods") {
  const test::TemporaryFolder folder;
  Manifest manifest = test::example_results({}).manifest;
  manifest.datasets[0].test_rows = 1;
  CHECK_FALSE(points_figure(manifest, folder.path()));

  DecisionFile decisions = example();
  decisions.lines.push_back(line_of(1, 1, 1));
  decisions.lines.back().method = "gone";
  write_decisions(folder.path(), decisions);
  const auto file = test::written(folder, points_figure(manifest, folder.path()).value());
  CHECK(file == folder.path() / "figures" / "example-points.gp");
  const auto data = folder.path() / "figures" / "example-points";
  CHECK_THAT(test::file_text(data / "a-points.dat"), ContainsSubstring("\n-1 2 0\n0.1 3 1\n1 4 2\n"));
  CHECK(test::file_text(data / "a-1-nonsmooth_scd.dat")
            .starts_with("# x1 x2: where 1 x1 + 0 x2 + -0.5 = 0\n0.5 "));
  const std::string script = test::file_text(file);
  const auto caption = folder.path() / "figures" / "example-points.caption.txt";
  CHECK_THAT(script, ContainsSubstring("'4 training and 1 test points, λ = 1/m'"));
  CHECK_THAT(test::file_text(caption), ContainsSubstring("a9a: 4 training and 1 test points, λ = 1/m."));
  CHECK_THAT(test::file_text(caption), ContainsSubstring("Hollow: test points."));
  CHECK_THAT(script, !ContainsSubstring("($3 == 3 "));  // no negative test point exists
  CHECK_THAT(script, !ContainsSubstring("gone"));
  if (test::gnuplot_is_installed()) {
    CHECK(draw_script(file).size() == 3);
  } else {
    WARN("gnuplot is not installed: no figure is drawn");
  }

  decisions.lines = {line_of(0, 0, 0)};
  write_decisions(folder.path(), decisions);
  const Figure unseen = points_figure(manifest, folder.path()).value();
  CHECK_THAT(unseen.script, ContainsSubstring("Non-smooth SCD: not in view' at graph"));
  CHECK_THAT(unseen.caption, ContainsSubstring("the line of Non-smooth SCD."));
  decisions.lines[0].dataset = "gone";
  write_decisions(folder.path(), decisions);
  CHECK_THROWS_WITH(points_figure(manifest, folder.path()), ContainsSubstring("'gone'"));
}

}  // namespace descent
