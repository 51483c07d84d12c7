#include "plots/report/report.hpp"

#include <algorithm>

#include "plots/analysis/aggregate.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/figures/figure_kind.hpp"
#include "plots/results/curves.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

/// Two methods with two seeds each, certified; one run of the second has failed.
ResultsFolder example_results() {
  auto failed = test::failed_run(2);
  failed[0].method = "pegasos";
  return test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1),
                                  test::certified_run({{0, 1}, {0.02, 0.2}, {1, 2e-3}}, "nonsmooth_scd", 2),
                                  test::certified_run({{0, 1}, {0.01, 0.5}, {1, 0.1}}, "pegasos", 1),
                                  std::move(failed)});
}

}  // namespace

TEST_CASE("the page has the CSV files of the results, and the last row of every run") {
  const ResultsFolder results = example_results();
  const TimedResults timed(results);
  const Json json = report_experiment(results);
  CHECK(json["files"]["curves"] == curves_csv(aggregate(results)));
  CHECK(json["files"]["time_to_target"] == csv_text(time_to_target_columns(), timed.times));
  CHECK(json["files"]["performance_profile"] == "");  // too few problems
  const std::string ends = json["files"]["runs"];
  CHECK(std::ranges::count(ends, '\n') == 5);
  CHECK_THAT(ends, ContainsSubstring("failed: killed by signal 9"));
  CHECK(json["runs"] == 4);
}

TEST_CASE("the page has the axes of the figures") {
  const ResultsFolder results = example_results();
  const Json json = report_experiment(results);
  REQUIRE(json["problems"].size() == 1);
  const Json& problem = json["problems"][0];
  CHECK(problem["certificate"]["gap"].get<double>() == Approx(1e-9).epsilon(1e-3));
  for (const Axis axis : all_axes) {
    const Panel panel = make_panels(results.manifest, aggregate(results), axis).front();
    const bool is_logarithmic = objective_figure(std::span(&panel, 1)).rows[0].is_logarithmic;
    const Json& ranges = problem["ranges"][std::string(name_of(axis))][0];
    CHECK(ranges["x"] == Json{panel.x.low, panel.x.high, true});
    for (const char* const name : {"objective", "suboptimality", "density"}) {
      const AxisRange range = vertical_range(
          {&quantity_named(name), 1, is_logarithmic && std::string(name) == "objective"}, panel);
      CHECK(ranges[name] == Json{range.low, range.high, range.is_logarithmic});
    }
  }
}

TEST_CASE("the page has the methods of each protocol with the looks of its figures") {
  ResultsFolder results = example_results();
  results.manifest.methods[0].protocols = {"own"};
  results.manifest.methods[1].protocols = {"own", "tuned"};
  results.manifest.protocol_titles = {{"own", "as published"}};
  const Json json = report_experiment(results);
  REQUIRE(json["parts"].size() == 2);
  CHECK(json["parts"][0]["title"] == "as published");
  CHECK(json["parts"][0]["methods"].size() == 2);
  CHECK(json["parts"][0]["methods"][0]["colour"] == "#D55E00");
  CHECK(json["parts"][0]["methods"][0]["dash"] == "solid");
  CHECK(json["parts"][1]["name"] == "tuned");
  CHECK(json["parts"][1]["methods"][0]["index"] == 1);
  const Json& ranges = json["problems"][0]["ranges"]["passes"];
  CHECK(ranges[0]["suboptimality"] != ranges[1]["suboptimality"]);  // without SCD
  CHECK(ranges[0]["x"] == ranges[1]["x"]);
}

TEST_CASE("the page has short names in place of the paths of datasets and programs") {
  std::vector<std::vector<ResultRow>> runs{test::certified_run({{0, 1}, {1, 0.1}}, "one"),
                                           test::certified_run({{0, 1}, {1, 0.1}}, "one")};
  runs[0] = test::changed(runs[0], &ResultRow::dataset, "/home/someone/train");
  runs[1] = test::changed(runs[1], &ResultRow::dataset, "/home/someone/train.scale");
  ResultsFolder results = test::certified_results(runs);
  for (const char* const program : {"/home/someone/one", "/home/someone/else/one"})
    results.manifest.config["methods"].push_back({{"program", program}});
  results.manifest.constants.push_back(
      {{runs[0][0].problem(), "one", ""}, "step", 1, {.file = "/home/someone/tuned.json"}});
  const Json json = report_experiment(results);
  CHECK_THAT(json.dump(), ContainsSubstring("reference: tuned.json") && !ContainsSubstring("someone"));
  CHECK(json["facts"]["config"]["methods"] == Json::parse(R"([{"program": "one"}, {"program": "one*"}])"));
  CHECK(json["problems"][0]["dataset"] == "train");
  CHECK(json["problems"][1]["dataset"] == "train.scale");
  CHECK_THAT(json["files"]["curves"].get<std::string>(), ContainsSubstring(",train,"));
}

TEST_CASE("whatever a text holds, it reaches the page as text") {
  const std::string hostile = R"(</script><script>alert(1)</script> {{data}} "; system( ' & )";
  const std::string page = report_page(hostile, Json{{"name", hostile}});
  CHECK_THAT(page, !ContainsSubstring("<script>alert"));
  CHECK_THAT(page,
             ContainsSubstring("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{data}} &quot;; "
                               "system( &#39; &amp; </title>"));
  for (const char* const request : {"src=\"", "href=\"http", "@import", "url("}) {
    INFO(request);
    CHECK_THAT(page, !ContainsSubstring(request));
  }
}

}  // namespace descent
