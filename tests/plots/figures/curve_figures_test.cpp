// Panels, axes and marks in the scripts of curves.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figures.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/panel_places.hpp"

namespace descent {

TEST_CASE("scripts of curves mark early ends, hatch below the gap, and name sums where they are drawn") {
  auto early = test::certified_run({{0, 1}, {0.01, 0.9}, {10, 0.2}}, "two");
  early.back().status = run_status::converged;
  ResultsFolder results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.9}, {100, 1e-3}}, "one"), early});
  results.manifest.optima[0].objective = test::example_bound * (1 + 1e-3);
  results.manifest.form.is_sum = true;
  const auto figures = curve_figures(results.manifest, aggregate(results));
  REQUIRE(figures.size() == 3);
  for (const Figure& figure : figures) test::check_places(figure.script);
  const std::string& objective = figures[0].script;
  CHECK_THAT(objective, ContainsSubstring("set xtics 25 format '%g'"));
  auto sum = test::example_results({test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget)});
  sum.manifest.form.is_sum = true;
  CHECK_THAT(
      curve_figures(sum.manifest, aggregate(sum))[0].script,
      ContainsSubstring("{/:Italic F} (sum)'") && ContainsSubstring(".dat' using 1:2 with lines ls 1"));

  const std::string& script = figures[1].script;
  const std::string hatched = "to graph 1, first ";
  const std::size_t at = script.find(hatched);
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(script.substr(at + hatched.size())) == Approx(1e-3).epsilon(0.01));
  const std::string file = "example/a-2-two.dat";
  const auto data = std::ranges::find(figures[0].data, file, &std::pair<std::string, std::string>::first);
  REQUIRE(data != figures[0].data.end());
  const auto last = std::ranges::count(data->second, '\n') - 4;  // behind a title and two lines of w = 0
  const std::size_t marks = script.find(file + "' every ::2 using (marked('");
  REQUIRE(marks != std::string::npos);
  CHECK(script.substr(0, script.find("', $0)", marks)).ends_with(fmt::format(" {} ", last)));
}

TEST_CASE("numbers beside a panel are whole thousands, written out, or in a power of ten") {
  const auto script_of = [](double objective) {
    const auto results = test::example_results(
        {test::example_run({{0, objective}, {0.5, objective}, {1, objective / 4}}, run_status::budget)});
    return curve_figures(results.manifest, aggregate(results)).at(0).script;
  };
  CHECK_THAT(script_of(1.2e4), ContainsSubstring("  set label 8 '" + power_text(4) + " ×' at graph"));
  for (const auto& [objective, format] :
       {std::pair{2e3, "% h"}, std::pair{8e3, "%.0s%c"}, std::pair{8e4, "%.0s%c"}}) {
    const std::string script = script_of(objective);
    const std::string axis = script.substr(0, script.find("'Objective"));
    CHECK_THAT(axis.substr(axis.rfind("format")), StartsWith(fmt::format("format '{}'", format)));
  }
}

TEST_CASE("over passes stands the suboptimality, without a bound the objective") {
  const auto last_of = [](const ResultsFolder& results) {
    return curve_figures(results.manifest, aggregate(results), {},
                         aggregate(GroupedResults(results), Axis::passes))
        .back();
  };
  const auto run = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd");
  const Figure certified = last_of(test::certified_results({run}));
  CHECK(certified.name == "example-passes");
  CHECK_THAT(certified.caption, StartsWith("An example: over passes. ") && !ContainsSubstring("Setup"));
  CHECK_THAT(certified.script, !ContainsSubstring("'%g'"));  // powers of ten, as beside the panel
  CHECK_THAT(certified.script,
             ContainsSubstring("set label 9 '({/:Italic F} − ") &&
                 ContainsSubstring("'example-passes/a-1-nonsmooth_scd.dat' every ::1 using 1:(cut($6)"));
  const auto without = test::changed(run, &ResultRow::lower_bound, std::nullopt);
  CHECK_THAT(last_of(test::example_results({without})).script, ContainsSubstring("set label 9 'Objective"));
}

TEST_CASE("nonzeros are drawn of the problems where a method leaves zeros, and else only told") {
  const auto run = test::example_run({{0, 1}, {0.1, 0.8}, {0.5, 0.6}, {1, 0.4}}, run_status::budget);
  const auto figures_of = [&](double density, double other) {
    auto results = test::certified_results(
        {test::changed(run, &ResultRow::density, density),
         test::changed(test::changed(run, &ResultRow::density, other), &ResultRow::dataset, "b")});
    return curve_figures(results.manifest, aggregate(results));
  };
  const std::string told = "Nonzeros: 95 % or more.";
  for (const Figure& figure : figures_of(1, 0.97)) CHECK(figure.name != "example-nonzeros");
  CHECK_THAT(figures_of(1, 0.97)[0].caption, ContainsSubstring(told));
  const Figure one = figures_of(0.5, 1).back();
  CHECK(one.name == "example-nonzeros");
  CHECK_THAT(one.script, ContainsSubstring("a-1-nonsmooth_scd.dat") && !ContainsSubstring("b-1-"));
  CHECK_THAT(one.caption, ContainsSubstring("Elsewhere 95 % or more."));
  const auto dense = test::changed(run, &ResultRow::density, 1.0);
  const auto results = test::certified_results(
      {run, test::changed(dense, &ResultRow::dataset, "b"),
       test::changed(test::changed(run, &ResultRow::density, 0.5), &ResultRow::dataset, "c")});
  const Figure two = curve_figures(results.manifest, aggregate(results)).back();
  CHECK_THAT(two.script, ContainsSubstring("'(a) a9a'") && ContainsSubstring("'(b) c'"));
  CHECK_THAT(figures_of(0.5, 0.5)[0].caption, !ContainsSubstring(told));
  CHECK_THAT(figures_of(0.5, 0.5).back().caption, !ContainsSubstring("Elsewhere"));
  const auto failed = test::certified_results(
      {test::changed(run, &ResultRow::density, 0.5),
       test::changed(test::changed(run, &ResultRow::objective, std::nullopt), &ResultRow::dataset, "b")});
  CHECK_THAT(curve_figures(failed.manifest, aggregate(failed)).back().caption,
             !ContainsSubstring("Elsewhere"));
}

TEST_CASE("curves of threads are over wall time with setup, and the caption says so") {
  auto run = test::example_run({{0, 1}, {0.1, 0.8}, {2, 0.4}}, run_status::budget);
  for (ResultRow& row : run) row.wall_seconds = row.cpu_seconds / 2;
  run = test::changed(run, &ResultRow::setup_seconds, 0.25);
  auto results = test::example_results({run});
  const auto data = [&] {
    return curve_figures(results.manifest, aggregate(results)).at(0).data.at(0).second;
  };
  CHECK_THAT(data(), StartsWith("# cpu_seconds_with_setup ") && ContainsSubstring("\n2.25 "));
  results.manifest.conditions.push_back(
      {.kind = ConditionKind::several_threads, .problem = run[0].problem()});
  CHECK_THAT(data(), StartsWith("# wall_seconds_with_setup ") && ContainsSubstring("\n1.25 "));
  const Figure figure = curve_figures(results.manifest, aggregate(results)).at(0);
  CHECK_THAT(figure.script, ContainsSubstring("set xlabel 'Wall time (s)'"));
  CHECK_THAT(figure.caption, ContainsSubstring(" Setup: up to 250 ms of CPU time."));
  results.manifest.x_axis = Axis::passes;
  CHECK(axis_of_curves(results.manifest) == Axis::passes);
}

}  // namespace descent
