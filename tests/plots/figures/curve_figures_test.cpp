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
  auto early = test::certified_run({{0, 1}, {0.01, 0.9}, {3.96, 0.2}}, "two");
  early.back().status = run_status::converged;
  ResultsFolder results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.9}, {100, 1e-3}}, "one"), early});
  results.manifest.optima[0].objective = test::example_bound * (1 + 1e-3);
  results.manifest.form.is_sum = true;
  results.manifest.figure_size.width = 1.9;  // a narrow panel: half of the tics
  const auto figures = curve_figures(results.manifest, aggregate(results));
  REQUIRE(figures.size() == 2);
  for (const Figure& figure : figures) test::check_places(figure.script);
  const std::string& objective = figures[0].script;
  for (const char* const text :
       {"'Nonzeros (%)'", "set xtics 50 format ''", "example/a-1-one.dat' using 1:(cut($6)) with lines ls 1"})
    CHECK_THAT(objective, ContainsSubstring(text));
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

TEST_CASE("numbers beside a panel are written out below 10,000, in thousands above, or in a power of ten") {
  const auto script_of = [](double objective) {
    const auto results = test::example_results(
        {test::example_run({{0, objective}, {0.5, objective}, {1, objective / 4}}, run_status::budget)});
    return curve_figures(results.manifest, aggregate(results)).at(0).script;
  };
  CHECK_THAT(script_of(1.2e4), ContainsSubstring("  set label 8 '" + power_text(4) + " ×' at graph"));
  for (const auto& [objective, format] : {std::pair{8e3, "% h"}, std::pair{8e4, "%.0s%c"}}) {
    const std::string script = script_of(objective);
    const std::string axis = script.substr(0, script.find("'Objective"));
    CHECK_THAT(axis.substr(axis.rfind("format")), StartsWith(fmt::format("format '{}'", format)));
  }
}

TEST_CASE("below times stands the suboptimality over passes, without a bound the objective") {
  const auto lowest_of = [](const ResultsFolder& results) {
    const auto figures = curve_figures(results.manifest, aggregate(results), {},
                                       aggregate(GroupedResults(results), Axis::passes));
    return figures.at(0).script.substr(figures.at(0).script.rfind("set label 9 '"));
  };
  const auto run = test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd");
  const std::string certified = lowest_of(test::certified_results({run}));
  CHECK_THAT(certified, StartsWith("set label 9 '({/:Italic F} − "));
  CHECK_THAT(certified, ContainsSubstring("'example/a-passes-1-nonsmooth_scd.dat' every ::1 using 1:"));
  const auto without = test::changed(run, &ResultRow::lower_bound, std::nullopt);
  CHECK_THAT(lowest_of(test::example_results({without})), StartsWith("set label 9 'Objective"));
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
