#include "plots/figures/figure_kind.hpp"

#include <algorithm>
#include <string>

#include "plots/analysis/aggregate.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using Steps = std::vector<test::Step>;

std::vector<FigureKind> kinds_for(std::span<const Panel> panels) {
  return {paper_figure(panels), objective_figure(panels), suboptimality_figure(), passes_figure(panels),
          nonzeros_figure(panels)};
}

Panel panel_of(const ResultsFolder& results) {
  const auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  REQUIRE(panels.size() == 1);
  return panels[0];
}

AxisRange first_axis(const FigureKind& kind, const Panel& panel) {
  return seen_panel(kind, kind.rows.at(0), panel).y;
}

/// Axis of objectives of one run, over its seconds or ten times as many passes.
AxisRange objective_range(const std::vector<test::Spot>& spots, Axis axis = Axis::passes) {
  const Panel panel = panel_of(test::example_results({test::example_run(spots, run_status::budget)}, axis));
  return first_axis(objective_figure(std::span(&panel, 1)), panel);
}

/// Axis of relative suboptimality of one run with this certified gap.
AxisRange suboptimality_range(const Steps& steps, double gap) {
  auto results = test::certified_results({test::certified_run(steps, "nonsmooth_scd")});
  results.manifest.optima.at(0).objective = test::example_bound * (1 + gap);
  return first_axis(suboptimality_figure(), panel_of(results));
}

}  // namespace

TEST_CASE("time is linear unless some method of the figure is through with its descent within a thirtieth") {
  for (const double through : {1.1, 0.9}) {
    for (const double last : {through, 28.0}) {  // it stops, or stays where it is
      auto results = test::certified_results(
          {test::certified_run({{0, 1}, {1, 0.9}, {15, 0.5}, {29.75, 0.1}}, "slow"),
           test::certified_run({{0, 1}, {15, 0.6}, {30, 0.1}}, "slow", 1, "b"),
           test::certified_run({{0, 1}, {through - 0.25, 1e-3}, {last - 0.25, 1e-3}}, "fast")});
      const auto panels = make_panels(results.manifest, aggregate(results, Axis::cpu_seconds_with_setup),
                                      Axis::cpu_seconds_with_setup);
      CHECK(has_fast_method(panels) == (through < 1));
      for (const Panel& panel : panels) {
        const AxisRange x = horizontal_range(paper_figure(panels), panel);
        CHECK(x.is_logarithmic == (through < 1));
        if (!x.is_logarithmic) CHECK(x.low == 0);
        CHECK(x.high == panel.x.high);
      }
    }
  }
}

TEST_CASE("a linear axis ends at F(0), unless w = 0 is the optimum") {
  CHECK(objective_range({{0, 1}, {0.01, 3}, {1, 0.4}}).high == Approx(1.03));
  CHECK(objective_range({{0, 1}, {0.01, 1 + 1e-15}, {1, 1}}).high > 1 + 1e-15);
}

TEST_CASE("an axis contains F(0), D* and every point, but for a method that diverges") {
  const AxisRange calm = objective_range({{0, 1}, {0.01, 0.8}, {1, 0.4}});
  CHECK(calm.low == Approx(0.37));  // no D*: from the best value
  CHECK(calm.high == Approx(1.03));
  for (const double last : {0.4, 4.0, 1e5}) CHECK(objective_range({{0, 1}, {0.01, 50}, {1, last}}).high > 50);
  const AxisRange diverging = objective_range({{0, 1}, {0.01, 1e200}, {1, 1e250}});
  CHECK(diverging.low < 1);
  CHECK(diverging.high > 1);
  CHECK(diverging.high < 2);
  const AxisRange flat = objective_range({{0, 1}, {0.01, 1}, {1, 1}});
  CHECK(flat.low < 1);
  CHECK(flat.high > 1);

  const auto panel =
      panel_of(test::certified_results({test::certified_run({{0, 1}, {0.01, 500}, {1, 300}}, "slow"),
                                        test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "quick")}));
  for (const FigureKind& kind : kinds_for(std::span(&panel, 1))) {
    for (const FigureRow& row : kind.rows) {
      const SeenPanel seen = seen_panel(kind, row, panel);
      CHECK(edge_words(seen).empty());
      for (const PanelCurve& curve : panel.curves) {
        for (const CurvePoint& point : curve.points) {
          const double value = line_value(point, seen.quantity).value();
          CHECK((seen.y.low < value && value < seen.y.high));
        }
      }
    }
  }
}

TEST_CASE("all panels of a figure have one quantity, on one kind of axis") {
  // On b a method rises far above F(0): no panel has a linear axis.
  const auto tame = test::certified_run({{0, 1}, {0.1, 0.9}, {0.5, 0.5}, {1, 0.1}}, "one");
  const auto wild = test::certified_run({{0, 1}, {0.1, 500}, {0.5, 30}, {1, 0.1}}, "one", 1, "b");
  const auto kind_of = [](const ResultsFolder& results) {
    return paper_figure(make_panels(results.manifest, aggregate(results), results.manifest.x_axis));
  };
  FigureKind kind = kind_of(test::certified_results({tame}));
  CHECK(kind.rows[0].quantity->name == "objective");
  CHECK_FALSE(kind.rows[0].is_logarithmic);
  kind = kind_of(test::certified_results({tame, wild}));
  CHECK(kind.rows[0].quantity->name == "suboptimality");
  CHECK(kind.rows[0].is_logarithmic);
  auto without = test::certified_results({tame, test::changed(wild, &ResultRow::lower_bound, std::nullopt)});
  kind = kind_of(without);
  CHECK(kind.rows[0].quantity->name == "objective");
  CHECK(kind.rows[0].is_logarithmic);
  for (const Panel& panel : make_panels(without.manifest, aggregate(without), without.manifest.x_axis))
    CHECK(first_axis(kind, panel).is_logarithmic);
}

TEST_CASE("a linear axis does not suffice if half of the curves are at its bottom in the middle") {
  for (const double drop : {0.1, 0.9}) {
    const Steps steps{{0, 1}, {0.01, 0.95}, {drop - 0.01, 0.9}, {drop, 1e-5}, {1, 1e-6}};
    auto results =
        test::certified_results({test::certified_run(steps, "one"), test::certified_run(steps, "two")});
    for (const bool third : {false, true}) {
      if (third) results.runs.push_back({test::certified_run({{0, 1}, {0.5, 0.9}, {1, 0.8}}, "three")});
      if (third) results.runs.push_back({test::certified_run({{0, 1}, {0.5, 0.9}, {1, 0.8}}, "four")});
      if (third) results.runs.push_back({test::certified_run({{0, 1}, {0.5, 0.9}, {1, 0.8}}, "five")});
      for (const char* const name : {"three", "four", "five"})
        if (third) results.manifest.methods.push_back({name, "", name});
      const Panel panel = panel_of(results);
      CHECK(objective_figure(std::span(&panel, 1)).rows[0].is_logarithmic == (drop < 0.5 && !third));
    }
  }
}

TEST_CASE("a part of the methods is drawn on axes of its own") {
  auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.1, 0.5}, {1, 1e-5}}, "nonsmooth_scd"),
                               test::certified_run({{0, 1}, {0.1, 0.9}, {1, 0.5}}, "pegasos")});
  auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  const double low = first_axis(suboptimality_figure(), panels.at(0)).low;
  keep_methods(std::vector<std::size_t>{1}, panels);
  REQUIRE(panels.at(0).curves.size() == 1);
  CHECK(first_axis(suboptimality_figure(), panels.at(0)).low > 100 * low);
}

TEST_CASE("the axis of suboptimality reaches from F(0) to the smallest value, at most down to 1e-9") {
  const AxisRange calm = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, 1e-9);
  CHECK(calm.low == Approx(power_range(1e-4, 1).low));
  CHECK(calm.high == Approx(power_range(1e-4, 1).high));
  const AxisRange wild = suboptimality_range({{0, 1}, {0.01, 50}, {1, 1e-4}}, 1e-9);
  CHECK(wild.high > 50);
  const AxisRange precise = suboptimality_range({{0, 1}, {0.01, 0.1}, {1, 1e-12}}, 1e-13);
  CHECK(precise.low == Approx(power_range(1e-9, 1).low));
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
  CHECK(range.high == Approx(power_range(range.low, 1).high).epsilon(0.5));
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
  for (const FigureKind& kind : kinds_for(std::span(&panel, 1))) {
    for (const FigureRow& row : kind.rows) {
      const AxisRange y = seen_panel(kind, row, panel).y;
      CHECK(y.high > y.low);
    }
  }
}

TEST_CASE("a problem has a panel in the figures whose quantity it has") {
  auto certified = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "b");
  auto with_support = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1, "c");
  for (ResultRow& row : with_support) row.support_recall = row.support_false = 0.5;
  const auto results = test::certified_results(
      {test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget), certified, with_support});
  const auto panels = make_panels(results.manifest, aggregate(results), results.manifest.x_axis);
  REQUIRE(panels.size() == 3);
  std::vector<std::string> titles;
  for (const FigureKind& kind : {objective_figure(panels), suboptimality_figure()})
    for (const Panel& panel : panels_of(kind, panels)) titles.push_back(kind.suffix + (' ' + panel.title));
  CHECK(titles == std::vector<std::string>{" a9a", " b", " c", "-suboptimality b", "-suboptimality c"});
}

TEST_CASE("the figure of nonzeros has the support of the optimum where that is known") {
  const auto run = test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget);
  const auto rows_of = [](const std::vector<ResultRow>& rows) {
    const Panel panel = panel_of(test::example_results({rows}));
    return nonzeros_figure(std::span(&panel, 1)).rows.size();
  };
  CHECK(rows_of(run) == 1);
  CHECK(rows_of(test::changed(test::changed(run, &ResultRow::support_recall, 0.5), &ResultRow::support_false,
                              0.5)) == 3);
  for (const double density : {0.3, 0.94, 1.0})
    CHECK(fewest_nonzeros(panel_of(test::example_results(
              {test::changed(run, &ResultRow::density, density)}))) == Approx(100 * density));
}

}  // namespace descent
