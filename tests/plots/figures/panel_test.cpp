#include "plots/figures/panel.hpp"

#include "plots/analysis/aggregate.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

std::vector<Panel> panels_of_results(const ResultsFolder& results) {
  return make_panels(results.manifest, aggregate(results));
}

}  // namespace

TEST_CASE("a panel has its problem's title, the positions of its curves and F(0)") {
  const auto panels = panels_of_results(
      test::example_results({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget)}));
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].x.low == 0.01);
  CHECK(panels[0].x.high == 1);
  CHECK(panels[0].start == 1.0);
  CHECK(panels[0].letter == "a");
  CHECK(panels[0].title == "a9a");
  CHECK(panels[0].subtitle == "m = 4, n = 6, λ = 1/m");
  CHECK_FALSE(panels[0].lower_bound.has_value());
  CHECK_FALSE(panels[0].certificate_gap.has_value());
}

TEST_CASE("a panel knows the certificate of its own problem") {
  auto results = test::certified_results(
      {test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "b"),
       test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "c")});
  results.manifest.optima.at(1).objective = test::example_bound * (1 + 1e-3);
  const auto panels = panels_of_results(results);
  REQUIRE(panels.size() == 2);
  CHECK(panels[0].lower_bound == test::example_bound);
  CHECK(*panels[0].certificate_gap == Approx(1e-9));
  CHECK(*panels[1].certificate_gap == Approx(1e-3));
  CHECK(panels[1].title == "(b) c");

  results.manifest.optima.at(1).lambda *= 2;
  results.manifest.optima.at(0).regularizer = "l2";
  for (const Panel& panel : panels_of_results(results)) CHECK_FALSE(panel.certificate_gap.has_value());
}

TEST_CASE("a method that restarts does not stretch the axis, unless it is alone") {
  const auto usual = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd");
  const auto restarting = test::certified_run({{0, 1}, {0.005, 0.1}, {7, 1e-3}}, "liblinear");
  auto both = test::certified_results({usual, restarting});
  both.manifest.methods.at(1).sampled_by_tolerance = true;
  const auto panel = panels_of_results(both).at(0);
  CHECK(panel.x.low == 0.005);
  CHECK(panel.x.high == 1);
  CHECK_FALSE(panel.curves.at(0).sampled_by_tolerance);
  CHECK(panel.curves.at(1).sampled_by_tolerance);
  CHECK(panel.curves.at(1).points.size() == 2);

  auto alone = test::certified_results({restarting});
  alone.manifest.methods.at(0).sampled_by_tolerance = true;
  CHECK(panels_of_results(alone).at(0).x.high == 7);
}

}  // namespace descent
