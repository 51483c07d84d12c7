#include "plots/figures/figures.hpp"
#include "plots/figures/panel.hpp"

#include <algorithm>
#include <string_view>

#include "plots/analysis/aggregate.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using Steps = std::vector<test::Step>;

/// Vertical axis of the first row of the figure with that suffix.
AxisRange axis_of(std::string_view suffix, const Panel& panel) {
  const auto& kinds = figure_kinds();
  const auto kind =
      std::ranges::find_if(kinds, [&](const FigureKind& each) { return each.suffix == suffix; });
  REQUIRE(kind != kinds.end());
  return seen_panel(*kind, kind->rows.at(0), panel).y;
}

Panel panel_of(const ResultsFolder& results) {
  const auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  REQUIRE(panels.size() == 1);
  return panels[0];
}

/// Axis of objectives of one run, over its seconds or ten times as many passes.
AxisRange objective_range(const std::vector<test::Spot>& spots, Axis axis = Axis::passes) {
  return axis_of("", panel_of(test::example_results({test::example_run(spots, run_status::budget)}, axis)));
}

/// Axis of relative suboptimality of one run with this certified gap.
AxisRange suboptimality_range(const Steps& steps, double gap) {
  auto results = test::certified_results({test::certified_run(steps, "nonsmooth_scd")});
  results.manifest.optima.at(0).objective = test::example_bound * (1 + gap);
  return axis_of("-suboptimality", panel_of(results));
}

}  // namespace

TEST_CASE("a method that is done within a thirtieth of the time needs powers of ten") {
  for (const double end : {1.1, 0.9}) {
    const auto results =
        test::certified_results({test::certified_run({{0, 1}, {1, 0.5}, {29.75, 0.1}}, "slow"),
                                 test::certified_run({{0, 1}, {end - 0.25, 1e-3}}, "fast")});
    constexpr Axis axis = Axis::cpu_seconds_with_setup;
    const auto panels = make_panels(results.manifest, aggregate(results, axis), axis);
    CHECK(has_early_end(panels) == (end < 1));
    const std::string script = curve_figure("n", "n", figure_kinds()[0], results.manifest, panels).script;
    const bool is_in_powers = script.find("  set logscale x; set mxtics 10") < script.size();
    CHECK(is_in_powers == (end < 1));
  }
}

TEST_CASE("the objective's axis reaches from D* to where each curve is most of the time") {
  const AxisRange calm = objective_range({{0, 1}, {0.01, 0.8}, {1, 0.4}});
  CHECK(calm.low == Approx(0.37));  // no D*: from the best value
  CHECK(calm.high == Approx(1.03));
  const AxisRange wild = objective_range({{0, 1}, {0.01, 50}, {1, 0.4}});
  CHECK(wild.high > 30);
  CHECK(wild.high < 45);
  const AxisRange hopeless = objective_range({{0, 1}, {0.01, 50}, {1, 4}});
  CHECK(hopeless.low < 4);
  CHECK(hopeless.high > 30);
  const AxisRange diverging = objective_range({{0, 1}, {0.01, 1e200}, {1, 1e250}});
  CHECK(diverging.high < 1e8);
  const AxisRange flat = objective_range({{0, 1}, {0.01, 1}, {1, 1}});
  CHECK(flat.low < 1);
  CHECK(flat.high > 1);
  const Panel certified =
      panel_of(test::certified_results({test::certified_run({{0, 1}, {0.01, 0.5}, {1, 0.2}}, "one")}));
  CHECK(axis_of("", certified).low < test::example_bound);
}

TEST_CASE("where a linear axis does not suffice, a certified problem has its suboptimality") {
  const auto panel =
      panel_of(test::certified_results({test::certified_run({{0, 1}, {0.01, 500}, {1, 300}}, "slow"),
                                        test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "quick")}));
  const SeenPanel seen = seen_panel(figure_kinds()[0], figure_kinds()[0].rows[0], panel);
  CHECK(seen.quantity.name == "suboptimality");
  CHECK(seen.y.is_logarithmic);
  CHECK(seen.y.high > 300);
  CHECK(seen.y.low < 1e-2);
  CHECK_FALSE(seen.x.is_logarithmic);
  CHECK(edge_words(seen).empty());
}

TEST_CASE("curves are too low for a linear axis by their middle, not by their end") {
  for (const double drop : {0.1, 0.9}) {
    const Steps steps{{0, 1}, {0.01, 0.95}, {drop - 0.01, 0.9}, {drop, 1e-5}, {1, 1e-6}};
    const auto panel = panel_of(
        test::certified_results({test::certified_run(steps, "one"), test::certified_run(steps, "two")}));
    CHECK(axis_of("", panel).is_logarithmic == (drop < 0.5));
  }
}

TEST_CASE("a part of the methods is drawn on axes of its own") {
  auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.1, 0.5}, {1, 1e-5}}, "nonsmooth_scd"),
                               test::certified_run({{0, 1}, {0.1, 0.9}, {1, 0.5}}, "pegasos")});
  results.manifest.methods.push_back({"pegasos", "", "Pegasos"});
  auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  const auto ranges = [&] {
    std::vector<double> ends;
    for (const FigureKind& kind : figure_kinds()) {
      const AxisRange range = axis_of(kind.suffix, panels.at(0));
      ends.insert(ends.end(), {range.low, range.high, range.is_logarithmic ? 1.0 : 0.0});
    }
    return ends;
  };
  const auto of_all = ranges();
  const std::vector<std::size_t> slow{1};
  keep_methods(slow, panels);
  REQUIRE(panels.at(0).curves.size() == 1);
  CHECK(ranges() != of_all);
}

TEST_CASE("the axis of suboptimality reaches from F(0) to the smallest value, at most down to 1e-9") {
  const AxisRange calm = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, 1e-9);
  CHECK(calm.low == Approx(power_range(1e-4, 0.1).low));
  CHECK(calm.high == Approx(power_range(1e-4, 0.1).high));
  const AxisRange wild = suboptimality_range({{0, 1}, {0.01, 50}, {1, 1e-4}}, 1e-9);
  CHECK(wild.high > 30);  // it is above F(0) for most of the axis
  const AxisRange hopeless = suboptimality_range({{0, 1}, {0.01, 50}, {1, 4}}, 1e-9);
  CHECK(hopeless.high > 30);
  const AxisRange precise = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 1e-12}}, 1e-13);
  CHECK(precise.low == Approx(power_range(1e-9, 0.1).low));
}

TEST_CASE("where D* is a thousandth of F(0) the axis of suboptimality still begins at F(0)") {
  const AxisRange text = suboptimality_range({{0, 2500}, {0.01, 300}, {0.1, 1}, {1, 1e-5}}, 1e-9);
  CHECK(text.low == Approx(power_range(1e-5, 300).low));
  CHECK(text.high == Approx(power_range(1e-5, 300).high));
  const AxisRange wild = suboptimality_range({{0, 2500}, {0.01, 1e5}, {0.1, 1}, {1, 1e-5}}, 1e-9);
  CHECK(wild.high > 1e4);
}

TEST_CASE("the band below a certificate's gap is on the axis where a method comes near it") {
  const AxisRange far = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, 1e-4);
  CHECK(far.low > 1e-4);
  for (const double reached : {1.1e-4, 1e-5, 0.0}) {
    CAPTURE(reached);
    const AxisRange near = suboptimality_range({{0, 1}, {0.01, 0.1}, {0.5, 2e-4}, {1, reached}}, 1e-4);
    CHECK(near.low < 1e-4 / 2);
    CHECK(near.low > 1e-4 / 10);
  }
  const AxisRange poor = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 0.05}}, 0.5);
  CHECK(poor.low < 0.5);
  CHECK(poor.high > 0.5);
}

TEST_CASE("values without a logarithm do not move the axis") {
  const AxisRange range = suboptimality_range({{0, 1}, {0.01, 0.1}, {0.5, 0.01}, {1, 0}}, 1e-9);
  CHECK(range.low > 0);
  CHECK(range.high == Approx(power_range(range.low, 0.1).high).epsilon(0.5));
  const AxisRange never = suboptimality_range({{0, 0}, {0.01, 0}, {1, -1e-15}}, 0);
  CHECK(never.low > 0);
  CHECK(never.high > never.low);
}

TEST_CASE("a panel whose runs all failed has axes and no curve") {
  const Panel panel = panel_of(test::example_results({test::failed_run(1), test::failed_run(2)}));
  REQUIRE(panel.curves.size() == 1);
  CHECK(panel.curves[0].points.empty());
  CHECK(panel.curves[0].runs == 2);
  CHECK(panel.x.low > 0);
  CHECK(panel.x.high > panel.x.low);
  for (const FigureKind& kind : figure_kinds()) {
    for (const FigureRow& row : kind.rows) {
      const AxisRange y = seen_panel(kind, row, panel).y;
      CHECK(y.high > y.low);
    }
  }
}

TEST_CASE("a problem has a panel in the figures whose quantity it has, and one letter in all of them") {
  auto certified = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "b");
  auto with_support = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "c");
  for (ResultRow& row : with_support) row.support_recall = row.support_false = 0.5;
  const auto results = test::certified_results(
      {test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget), certified, with_support});
  const auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  REQUIRE(panels.size() == 3);
  std::vector<std::string> titles;
  for (const FigureKind& kind : figure_kinds()) {
    for (const Panel& panel : panels_of(kind, panels)) titles.push_back(kind.suffix + (' ' + panel.title));
  }
  CHECK(titles == std::vector<std::string>{" (a) a9a", " (b) b", " (c) c", "-suboptimality (b) b",
                                           "-suboptimality (c) c", "-support (c) c"});
}

TEST_CASE("over linear time the fall at the start does not count, unless that spares little") {
  const AxisRange steep = objective_range({{0, 10}, {0.01, 6}, {0.02, 1}, {1, 0.5}}, Axis::cpu_seconds);
  CHECK(steep.high < 1.1);
  CHECK(steep.low < 0.5);
  CHECK_FALSE(steep.is_logarithmic);
  const AxisRange near = objective_range({{0, 1.2}, {0.01, 1.1}, {0.02, 1}, {1, 0.5}}, Axis::cpu_seconds);
  CHECK(near.high > 1.2);  // w = 0 is in the panel
  const AxisRange wild = objective_range({{0, 1}, {0.01, 50}, {0.9, 60}, {1, 0.5}}, Axis::cpu_seconds);
  CHECK(wild.high > 60);
  CHECK(wild.is_logarithmic);
  const AxisRange hopeless = objective_range({{0, 1}, {0.01, 50}, {1, 4}}, Axis::cpu_seconds);
  CHECK(hopeless.low < 4);
  CHECK(hopeless.high > 5);
}

TEST_CASE("the paper's figure has linear time from 0, others and those over passes have powers of ten") {
  const auto kinds = figure_kinds();
  const auto x = [&](std::size_t kind, Axis axis) {
    return horizontal_range(
        kinds.at(kind), panel_of(test::example_results(
                            {test::example_run({{0, 1}, {0.01, 0.8}, {2, 0.4}}, run_status::budget)}, axis)));
  };
  for (const Axis axis : {Axis::cpu_seconds, Axis::cpu_seconds_with_setup}) {
    const AxisRange time = x(0, axis);
    CHECK_FALSE(time.is_logarithmic);
    CHECK(time.low == 0);
    CHECK(time.high == 2);
    CHECK(time.step == 0.5);
    CHECK(x(1, axis).is_logarithmic);
    CHECK(x(1, axis).low == 0.01);
    CHECK(x(1, axis).high == 2);
  }
  CHECK(x(0, Axis::passes).is_logarithmic);
  CHECK(x(0, Axis::passes).high == 20);
}

TEST_CASE("the objective's axis is logarithmic where half of the curves or more could not be distinguished") {
  const auto results_of = [](double slowest) {
    const auto run_of = [](const std::string& method, double middle, double last) {
      return test::changed(
          test::example_run({{0, 2000}, {0.005, 1000}, {0.015, middle}, {1, last}}, run_status::budget),
          &ResultRow::method, method);
    };
    auto results = test::example_results(
        {run_of("nonsmooth_scd", slowest, slowest), run_of("one", 3, 2), run_of("two", 12, 9)});
    results.manifest.methods.push_back({"one", "", "One"});
    results.manifest.methods.push_back({"two", "", "Two"});
    return results;
  };
  CHECK_FALSE(axis_of("", panel_of(results_of(30))).is_logarithmic);
  const AxisRange powers = axis_of("", panel_of(results_of(900)));
  CHECK(powers.is_logarithmic);
  CHECK(powers.low < 2);
  CHECK(powers.high > 900);

  // Two of five cannot be distinguished: linear. Three of five, or two of two: logarithmic.
  const auto is_logarithmic = [](const std::vector<double>& lasts, double start) {
    std::vector<std::vector<ResultRow>> runs;
    for (const double last : lasts)
      runs.push_back(test::changed(
          test::example_run({{0, start}, {0.03, start}, {0.04, last}, {1, last}}, run_status::budget),
          &ResultRow::method, "m" + std::to_string(runs.size())));
    auto results = test::example_results(runs);
    results.manifest.methods.clear();
    for (const auto& run : runs) results.manifest.methods.push_back({run[0].method, "", run[0].method});
    return axis_of("", panel_of(results)).is_logarithmic;
  };
  CHECK_FALSE(is_logarithmic({20, 30, 900, 950, 990}, 1000));
  CHECK(is_logarithmic({20, 30, 40, 950, 990}, 1000));
  CHECK(is_logarithmic({2, 3, 900, 950, 990}, 1000));  // more than a factor of 100
  CHECK(is_logarithmic({1, 1}, 50));
}

TEST_CASE("nonzeros have no row where an L2 norm leaves all of them") {
  const auto fitted = [](const std::string& regularizer, double density) {
    const auto run = test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget);
    auto results = test::example_results({test::changed(
        test::changed(run, &ResultRow::regularizer, regularizer), &ResultRow::density, density)});
    results.manifest.regularizers = {regularizer};
    return fitted_to(figure_kinds().front(), std::vector{panel_of(results)});
  };
  CHECK(fitted("l1", 1).rows.size() == 2);
  CHECK(fitted("l1", 1).rows[1].height == figure_kinds().front().rows[1].height);
  REQUIRE(fitted("l2", 0.6).rows.size() == 2);
  CHECK(fitted("l2", 0.94).rows.size() == 2);
  CHECK(fitted("l2", 0.95).rows.size() == 1);
  CHECK(fitted("l2", 0.978).rows.size() == 1);
  CHECK(fitted("l2", 0.978).remarks.at(0) ==
        "At the end of every curve 97 % of the weights or more are not 0.");
  CHECK(fitted("l2", 1).remarks.at(0) == "No weight is 0 at the end of any curve.");
}

}  // namespace descent
