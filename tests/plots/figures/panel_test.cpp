#include "plots/figures/panel.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "plots/analysis/aggregate.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

std::vector<Panel> panels_of_results(const ResultsFolder& results) {
  return make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
}

}  // namespace

TEST_CASE("a panel has its problem's title, the positions of its curves and F(0)") {
  const auto panels = panels_of_results(
      test::example_results({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget)}));
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].x.low == 0.01);
  CHECK(panels[0].x.high == 1);
  CHECK(panels[0].start == 1.0);
  CHECK(panels[0].file_letter == "a");
  CHECK(panels[0].title == "a9a");
  CHECK(panels[0].subtitle == "4 × 6, λ = 1/m");
  CHECK_FALSE(panels[0].lower_bound.has_value());
  CHECK_FALSE(panels[0].certificate_gap.has_value());
}

TEST_CASE("the horizontal axis is in proportion to the times of its curves") {
  for (const double unit : {1e-6, 1e-2, 1.0, 1e4}) {
    const auto run = test::example_run({{0, 1}, {0.01 * unit, 0.8}, {unit, 0.4}}, run_status::budget);
    const AxisRange x = panels_of_results(test::example_results({run})).at(0).x;
    CHECK(x.low == Approx(0.01 * unit));
    CHECK(x.high == Approx(unit));
  }
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
  CHECK(panels[1].title == "c");

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
  both.runs[1].rows.back().status = run_status::converged;  // within its budget
  CHECK(panels_of_results(both).at(0).x.high == 7);

  auto alone = test::certified_results({restarting});
  alone.manifest.methods.at(0).sampled_by_tolerance = true;
  CHECK(panels_of_results(alone).at(0).x.high == 7);
}

TEST_CASE("with setup on the axis, work begins where it ends, but w = 0 stays at 0") {
  const auto run = test::changed(test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget),
                                 &ResultRow::setup_seconds, 0.25);
  const auto panel =
      panels_of_results(test::example_results({run}, axis_of_figures(Axis::cpu_seconds))).at(0);
  CHECK(panel.axis == Axis::cpu_seconds_with_setup);
  const PanelCurve& curve = panel.curves.at(0);
  CHECK(axis_position(*curve.start, Axis::cpu_seconds_with_setup) == 0);
  CHECK(axis_position(curve.points.front(), Axis::cpu_seconds_with_setup) == Approx(0.26));
  CHECK(axis_position(curve.points.front(), Axis::cpu_seconds) == Approx(0.01));
  CHECK(panel.x.low == Approx(0.26));
  CHECK(panel.x.high == Approx(1.25));  // a single method is visible to its end

  // Beside another method, all are shown for the same time.
  auto quick = test::changed(test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget),
                             &ResultRow::method, "quick");
  auto both = test::example_results({run, quick}, Axis::cpu_seconds_with_setup);
  both.manifest.methods.push_back({"quick", "", "Quick"});
  CHECK(panels_of_results(both).at(0).x.high == Approx(1));
  CHECK(panels_of_results(both).at(0).x.low == Approx(0.01));
  CHECK(axis_of_figures(Axis::passes) == Axis::passes);
}

TEST_CASE("a curve ends early before four fifths of the axis") {
  Panel panel;
  panel.axis = Axis::cpu_seconds;
  panel.x = {0, 10, 1, false};
  PanelCurve curve;
  curve.points.emplace_back();
  curve.points[0].cpu_seconds = 7.9;
  CHECK(ends_early(panel, curve));
  curve.points[0].cpu_seconds = 8.1;
  CHECK_FALSE(ends_early(panel, curve));
}

TEST_CASE("a band is drawn for runs that differ in more than their times") {
  const auto has_band = [](bool randomized, double last) {
    auto results =
        test::example_results({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget, 1),
                               test::example_run({{0, 1}, {0.02, 0.8}, {1, last}}, run_status::budget, 2)});
    results.manifest.methods.at(0).randomized = randomized;
    return panels_of_results(results).at(0).curves.at(0).has_band;
  };
  CHECK(has_band(true, 0.3));
  CHECK_FALSE(has_band(false, 0.3));
  const auto alone =
      test::example_results({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget)});
  CHECK_FALSE(panels_of_results(alone).at(0).curves.at(0).has_band);
  CHECK_FALSE(has_band(true, 0.4));  // equal after equal numbers of updates, at other times
}

TEST_CASE("panels come in the order of the configuration, not of the runs or the alphabet") {
  auto results = test::certified_results({test::certified_run({{0, 1}, {1, 0.1}}, "scd", 1, "ccat"),
                                          test::certified_run({{0, 1}, {1, 0.1}}, "scd", 1, "a9a"),
                                          test::certified_run({{0, 1}, {1, 0.1}}, "scd", 1, "astro")});
  std::vector<ManifestDataset>& datasets = results.manifest.datasets;
  std::rotate(datasets.begin(), datasets.begin() + 2, datasets.end());
  std::vector<std::string> titles;
  for (const Panel& panel : panels_of_results(results)) titles.push_back(panel.title);
  CHECK(titles == std::vector<std::string>{"astro", "ccat", "a9a"});
}

TEST_CASE("panels of some methods keep the letters of their files and their axes") {
  auto panels =
      panels_of_results(test::certified_results({test::certified_run({{0, 1}, {2, 0.1}}, "one", 1, "a"),
                                                 test::certified_run({{0, 1}, {1, 0.1}}, "one", 1, "b"),
                                                 test::certified_run({{0, 1}, {2, 0.1}}, "two", 1, "b")}));
  const double end = panels.at(1).x.high;
  keep_methods(std::vector<std::size_t>{1}, panels);
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].file_letter == "b");
  CHECK(panels[0].x.high == end);
  REQUIRE(panels[0].curves.size() == 1);
  CHECK(panels[0].curves[0].method == 1);
}

namespace {

CurvePoint certified_point() {
  CurvePoint point;
  point.cpu_seconds = 0.5;
  point.passes = 3;
  point.objective.mean = 0.75;
  point.objective.p10 = 0.625;
  point.objective.p90 = 0.875;
  point.lower_bound = 0.5;
  point.suboptimality.mean = 0.25;
  point.suboptimality.median = 0.125;
  point.suboptimality.p10 = 0.0625;
  point.suboptimality.p90 = 0.375;
  return point;
}

}  // namespace

TEST_CASE("suboptimality is drawn relative to a positive lower bound, and not at all without one") {
  CurvePoint point = certified_point();
  const Quantity& suboptimality = quantity_named("suboptimality");
  CHECK(line_value(point, suboptimality) == 0.25);
  CHECK(drawn_value(point, suboptimality, &Spread::p10) == 0.125);
  CHECK(drawn_value(point, suboptimality, &Spread::p90) == 0.75);
  const auto bound =
      GENERATE(std::optional<double>(0.0), std::optional<double>(-1.0), std::optional<double>());
  point.lower_bound = bound;
  CHECK_FALSE(line_value(point, suboptimality).has_value());
}

TEST_CASE("shares are drawn in percent") {
  CurvePoint point = certified_point();
  CHECK_FALSE(line_value(point, quantity_named("density")).has_value());
  point.density.mean = 0.125;
  point.support_recall.mean = 0.75;
  point.support_false.mean = 0;
  CHECK(line_value(point, quantity_named("density")) == 12.5);
  CHECK(line_value(point, quantity_named("support_recall")) == 75);
  CHECK(line_value(point, quantity_named("support_false")) == 0);
}

TEST_CASE("a data file names its columns, in the place where scripts look for them") {
  PanelCurve curve;
  curve.points = {certified_point()};
  CHECK(curve_file_text(curve, Axis::passes) ==
        "# passes objective_mean objective_p10 objective_p90 nonzero_percent relative_suboptimality_median "
        "relative_suboptimality_p10 relative_suboptimality_p90 support_found_percent support_wrong_percent\n"
        "3 0.75 0.625 0.875 ? 0.25 0.125 0.75 ? ?\n");
  for (std::size_t i = 0; i < data_columns().size(); ++i) {
    const auto& [quantity, name, statistic] = data_columns()[i];
    if (statistic == quantity->figure->line) CHECK(quantity->figure->first_column == i + 2);
  }
  CHECK(has_quantity(curve, quantity_named("objective")));
  CHECK_FALSE(has_quantity(curve, quantity_named("density")));
}

TEST_CASE("a data file begins with w = 0, and on an axis with setup repeats it where setup ends") {
  PanelCurve curve;
  CurvePoint point = certified_point();
  point.point = 1;
  point.cpu_seconds = 2;
  point.setup_seconds_mean = 0.5;
  CurvePoint start = point;
  start.point = 0;
  start.cpu_seconds = start.passes = 0;
  start.objective.mean = 1;
  curve.start = start;
  curve.points = {point};
  curve.setup_seconds = 0.5;
  const auto positions = [&](Axis axis) {
    std::istringstream lines(curve_file_text(curve, axis));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with('#')) found.push_back(line.substr(0, line.find(' ', line.find(' ') + 1)));
    CHECK(found.size() == start_lines(curve, axis) + curve.points.size());
    return found;
  };
  CHECK(positions(Axis::cpu_seconds_with_setup) == std::vector<std::string>{"0 1", "0.5 1", "2.5 0.75"});
  CHECK(positions(Axis::cpu_seconds) == std::vector<std::string>{"0 1", "2 0.75"});
  CHECK(positions(Axis::passes) == std::vector<std::string>{"0 1", "3 0.75"});
}

namespace {

std::vector<CurvePoint> curves_over(const std::vector<std::string>& datasets,
                                    const std::vector<double>& lambdas) {
  std::vector<CurvePoint> curves;
  for (const std::string& dataset : datasets) {
    for (const double lambda : lambdas) {
      for (std::uint64_t number = 0; number < 2; ++number) {
        CurvePoint point;
        point.dataset = dataset;
        point.loss = "hinge";
        point.regularizer = "l1";
        point.lambda = lambda;
        point.point = number;
        curves.push_back(point);
      }
    }
  }
  return curves;
}

}  // namespace

TEST_CASE("up to eight problems, and any number of datasets, are all shown") {
  const auto eight = choose_shown_lambdas(curves_over({"a", "b"}, {1, 2, 3, 4}));
  CHECK(eight.curves.size() == 16);
  CHECK(eight.remark.empty());
  const auto many = choose_shown_lambdas(curves_over({"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {1}));
  CHECK(many.curves.size() == 18);
  CHECK(many.remark.empty());
  CHECK(choose_shown_lambdas({}).curves.empty());
}

TEST_CASE("of more problems the ends and the middle of each path are shown, and the rest is told") {
  const auto thinned = choose_shown_lambdas(curves_over({"a", "b"}, {5, 1, 2, 3, 4}));
  std::set<double> lambdas;
  for (const CurvePoint& point : thinned.curves) lambdas.insert(point.lambda);
  CHECK(lambdas == std::set<double>{1, 3, 5});
  CHECK(thinned.curves.size() == 12);
  CHECK(thinned.curves.front().lambda == 5);  // in the original order
  CHECK_THAT(thinned.remark, ContainsSubstring("the other 4 problems"));
}

}  // namespace descent
