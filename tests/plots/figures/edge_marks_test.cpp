#include "plots/figures/edge_marks.hpp"

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figure_notes.hpp"
#include "plots/figures/figure_script.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::certified_run;

const FigureKind& suboptimality_figure() {
  return figure_kinds().at(1);
}

struct Drawn {
  Panel panel;
  AxisRange axis;
  std::vector<EdgeMark> marks;
};

Drawn draw(std::vector<std::vector<ResultRow>> runs) {
  const ResultsFolder results = test::certified_results(std::move(runs));
  const Panel panel = make_panels(results.manifest, aggregate(results)).at(0);
  const FigureRow& row = suboptimality_figure().rows.at(0);
  return {panel, row.range(panel), edge_marks(row, panel, Axis::cpu_seconds)};
}

const auto slow = certified_run({{0, 1}, {0.01, 0.5}, {1, 1e-4}}, "slow");

}  // namespace

TEST_CASE("methods that are at the optimum from their first checkpoint on are marked at the bottom edge") {
  const auto [panel, axis, marks] =
      draw({slow, certified_run({{0, 1}, {0.02, 1e-13}, {1, 1e-13}}, "at once"),
            certified_run({{0, 1}, {0.02, 0}}, "too"), certified_run({{0, 1}, {0.02, -1e-16}}, "three")});
  REQUIRE(marks.size() == 3);
  CHECK(marks[0].method == 1);
  CHECK(marks[0].x == Approx(0.02));
  CHECK(marks[1].x > marks[0].x);  // side by side
  CHECK(marks[2].x > marks[1].x);
  for (const EdgeMark& mark : marks) CHECK(mark.y == axis.low);
}

TEST_CASE("a method with any visible part has no mark") {
  CHECK(draw({slow}).marks.empty());
  CHECK(draw({slow, certified_run({{0, 1}, {0.01, 0.3}, {0.02, 0}}, "down")}).marks.empty());
  // From above F(0) to the optimum between two checkpoints: the line goes through the panel.
  CHECK(draw({slow, certified_run({{0, 1}, {0.01, 50}, {0.011, 0}, {1, 0}}, "through")}).marks.empty());
}

TEST_CASE("a method of which hardly more than a speck is in the panel is marked") {
  const double top = draw({slow, certified_run({{0, 1}, {0.01, 50}, {1, 20}}, "above")}).axis.high;
  const auto ending = [&](double arrival, double last) {
    return draw({slow, certified_run({{0, 1}, {0.01, 50}, {arrival, 0.999 * top}, {1, last * top}}, "late")});
  };
  REQUIRE(ending(0.99, 0.99).marks.size() == 1);
  CHECK(ending(0.99, 0.99).marks[0].y == top);
  CHECK(ending(0.99, 0.1).marks.empty());  // steep
  CHECK(ending(0.7, 0.99).marks.empty());  // wide
}

TEST_CASE("a method that never comes down to F(0), or only beyond the right edge, is marked there") {
  const auto above = draw({slow, certified_run({{0, 1}, {0.1, 50}, {1, 20}}, "above")});
  REQUIRE(above.marks.size() == 1);
  CHECK(above.marks[0].y == above.axis.high);
  CHECK(above.marks[0].x > above.panel.x.low);

  auto results = test::certified_results(
      {slow, certified_run({{0, 1}, {3, 0.1}}, "late"), certified_run({{0, 1}, {3, 0.1}}, "later")});
  results.manifest.methods.at(1).sampled_by_tolerance = results.manifest.methods.at(2).sampled_by_tolerance =
      true;
  const Panel panel = make_panels(results.manifest, aggregate(results)).at(0);
  const auto marks = edge_marks(suboptimality_figure().rows.at(0), panel, Axis::cpu_seconds);
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].x < panel.x.high);
  CHECK(marks[0].x > 0.9 * panel.x.high);
  CHECK(marks[0].y == Approx(0.1));
  CHECK(marks[1].x < marks[0].x);  // beside the other, inwards
}

TEST_CASE("marks are drawn in their method's style, and the notes say what they are") {
  auto at_once = certified_run({{0, 1}, {0.02, 0}}, "at once");
  auto results = test::certified_results({slow, at_once});
  const auto panels = make_panels(results.manifest, aggregate(results));
  const test::TemporaryFolder folder;
  const std::string script =
      test::file_text(write_figure(folder.path(), "x", suboptimality_figure(), results.manifest, panels));
  CHECK_THAT(script, ContainsSubstring("set label 11 '' at first 0.02, first "));
  CHECK_THAT(script, ContainsSubstring(" point ls 2 lw 0.8 dt solid front"));
  const std::string sentence = "A point on a panel's edge without a line: beyond it (almost) all the time.";
  CHECK_THAT(script, ContainsSubstring("without a line: beyond it (almost) all the time."));
  results.runs.pop_back();
  std::string notes;
  for (const auto& line : figure_notes(suboptimality_figure(), results.manifest,
                                       make_panels(results.manifest, aggregate(results))))
    notes += line + ' ';
  CHECK_THAT(notes, !ContainsSubstring(sentence));
}

}  // namespace descent
