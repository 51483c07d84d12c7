#include "plots/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/analysis/aggregate.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// Two methods with two seeds each, certified; one run of the second has failed.
ResultsFolder example() {
  auto failed = test::failed_run(2);
  failed[0].method = "pegasos";
  return test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd", 1),
                                  test::certified_run({{0, 1}, {0.02, 0.2}, {1, 2e-3}}, "nonsmooth_scd", 2),
                                  test::certified_run({{0, 1}, {0.01, 0.5}, {1, 0.1}}, "pegasos", 1),
                                  std::move(failed)});
}

/// A column of curves.csv in the page.
Json column(const std::vector<CurvePoint>& curves, const std::string& method,
            const std::function<std::optional<double>(const CurvePoint&)>& member) {
  Json numbers = Json::array();
  for (const CurvePoint& point : curves) {
    if (point.method == method) numbers.push_back(member(point).value());
  }
  return numbers;
}

}  // namespace

TEST_CASE("the page's means, medians and positions are those of curves.csv, bit for bit") {
  ResultsFolder results = example();
  results.runs[2].rows.back().train_error = infinity;
  for (auto& run : results.runs) {
    for (ResultRow& row : run.rows) row.wall_seconds = 2 * row.cpu_seconds;
  }
  const auto curves = aggregate(results);
  const Json problems = report_curves(results, curves);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["certificate"]["gap"].get<double>() == Approx(1e-9).epsilon(1e-3));
  REQUIRE(problems[0]["curves"].size() == 2);
  for (const Json& curve : problems[0]["curves"]) {
    const std::string method = results.manifest.methods[curve["method"].get<std::size_t>()].name;
    const Json& points = curve["points"];
    INFO(method);
    CHECK(points["cpu_seconds"] == column(curves, method, &CurvePoint::cpu_seconds));
    CHECK(points["passes"] == column(curves, method, &CurvePoint::passes));
    CHECK(points["updates"] == column(curves, method, &CurvePoint::updates));
    CHECK(points["objective"]["mean"] ==
          column(curves, method, [](const CurvePoint& point) { return point.objective.mean; }));
    CHECK(points["objective"]["median"] ==
          column(curves, method, [](const CurvePoint& point) { return point.objective.median; }));
    CHECK(points["suboptimality"]["mean"] ==
          column(curves, method, [](const CurvePoint& point) { return point.suboptimality.mean; }));
    CHECK(points["suboptimality"]["median"] ==
          column(curves, method, [](const CurvePoint& point) { return point.suboptimality.median; }));
    CHECK(points["density"]["mean"] ==
          column(curves, method, [](const CurvePoint& point) { return point.density.mean; }));
    CHECK(points.contains("wall_seconds"));
    CHECK_FALSE(points.contains("test_error"));  // no run has any
    CHECK_FALSE(points.contains("proved_gap"));
  }
  const Json& seed = problems[0]["curves"][0]["seeds"][1];
  CHECK(seed["seed"] == 2);
  CHECK(seed["suboptimality"] == Json{0.5, 0.1, 0.001});
  CHECK(seed["objective"].size() == 3);
  CHECK(problems[0]["curves"][1]["seeds"][0]["train_error"].back() == "Infinity");
  CHECK(problems[0]["certificate"]["objective"] == results.manifest.optima[0].objective);
  CHECK(problems[0]["curves"][0]["runs"] == 2);
  const Json& failed = problems[0]["curves"][1]["seeds"][1];
  CHECK(failed["status"] == "failed: killed by signal 9");
  CHECK_FALSE(failed.contains("suboptimality"));
}

TEST_CASE("every chart has the curves of its methods alone, with nine digits, and its own conditions") {
  std::vector<std::vector<ResultRow>> runs{test::certified_run({{0, 1}, {1, 0.123456789}}, "one"),
                                           test::certified_run({{0, 1}, {2, 0.5}}, "one"),
                                           test::certified_run({{0, 1}, {1, 0.1}}, "one")};
  runs[1] = test::changed(runs[1], &ResultRow::variant, "other");
  runs[2] = test::changed(runs[2], &ResultRow::dataset, "second");
  runs.push_back(test::changed(runs[2], &ResultRow::seed, 2));
  runs[3].back().objective = infinity;
  runs[3].back().status = run_status::diverged;
  ResultsFolder results = test::certified_results(runs);
  ManifestConstant constant;
  static_cast<ProblemKey&>(constant) = runs[0].front().problem();
  constant.method = "one";
  constant.option = "step";
  constant.origin = "tuned here";
  constant.tuning_cpu_seconds = 8;
  results.manifest.constants = {constant};
  results.manifest.conditions = {{.kind = ConditionKind::failed,
                                  .problem = runs[2].front().problem(),
                                  .method = 0,
                                  .runs = 1,
                                  .of_runs = 1}};
  const Json problems = report_curves(results, aggregate(results));
  const Json& curves = problems[0]["curves"];
  REQUIRE(curves.size() == 2);
  for (const Json& curve : curves) CHECK(curve["points"]["objective"]["mean"].size() == 2);
  CHECK(curves[0]["seeds"][0]["objective"][1] == std::stod(fmt::format("{:.9g}", *runs[0][1].objective)));
  CHECK(curves[0].value("tuning_seconds", 0.0) == 8);
  CHECK(problems[0]["conditions"].dump().find("iverged") == std::string::npos);
  CHECK_THAT(problems[1]["conditions"].dump(), ContainsSubstring("iverged"));
  CHECK(curves[0]["failed_runs"] == 0);
  CHECK(problems[1]["curves"][0]["failed_runs"] == 1);  // at the end, not at the start
}

TEST_CASE("the page has the times to targets as people read them, with numbers to sort by") {
  const Json tables = report_times(example());
  REQUIRE(tables.size() == 6);  // two scales, three axes
  CHECK(tables[0]["axis"] == "cpu_seconds");
  CHECK(tables[0]["header"][2] == "1e-1");
  const Json& fast = tables[0]["rows"][0];
  const Json& slow = tables[0]["rows"][1];
  CHECK(fast[2]["order"] < slow[2]["order"]);
  CHECK(slow[3]["text"].get<std::string>().starts_with("> "));
  CHECK(slow[3]["order"] > 1e90);
  CHECK(fast[2]["text"] != slow[2]["text"]);
  CHECK_THAT(times_csv(example()), ContainsSubstring("cpu_seconds_median_at_least"));
}

TEST_CASE("an experiment has its runs that failed with their reason, and its manifest") {
  const test::TemporaryFolder folder;
  test::write_example(folder.path(),
                      {test::example_run({{0, 1}, {1, 0.4}}, run_status::budget, 1), test::failed_run(2)});
  const Json trials{{"constants", Json::array()}, {"missing", "gone"}};
  const Json json = report_experiment(folder.path(), read_results_folder(folder.path()), trials);
  CHECK_THAT(json["conditions"].dump(), ContainsSubstring("ailed or diverged"));
  test::write_example(folder.path(), {test::example_run({{0, 1}, {1, 9}}, run_status::diverged)});
  CHECK(report_experiment(folder.path(), read_results_folder(folder.path()), trials)["failures"].size() == 1);
  REQUIRE(json["failures"].size() == 1);
  CHECK(json["failures"][0]["status"] == "failed: killed by signal 9");
  CHECK(json["failures"][0]["seed"] == 2);
  CHECK(json["methods"][0]["colour"] == "#D55E00");
  CHECK(json["methods"][0]["dash"] == "solid");
  CHECK(json["manifest"]["datasets"][0]["source"] == "stand-in");
  CHECK_FALSE(json["manifest"].contains("runs"));
  CHECK(json["trials"] == trials);
}

TEST_CASE("profiles, with all their steps, and times are those of each protocol, which is told") {
  std::vector<std::vector<ResultRow>> runs;
  for (const double seconds : {2, 3, 4})
    for (const auto& [method, factor] : {std::pair{"one", 0.5}, {"two", seconds / 2}, {"three", 1.0}}) {
      const std::vector<test::Step> steps{{0, 1}, {factor / 2, 1}, {factor, 1e-2}, {100, 1e-2}};
      runs.push_back(test::certified_run(steps, method, 1, fmt::format("of {}", seconds)));
    }
  ResultsFolder results = test::certified_results(runs);
  for (ManifestMethod& method : results.manifest.methods)
    method.protocols = {method.name == "three" ? "tuned" : "own"};
  results.manifest.protocol_titles = {{"own", "as published"}};
  results.manifest.conditions = {
      {.kind = ConditionKind::several_threads, .problem = runs[0].front().problem()}};
  const test::TemporaryFolder folder;
  test::write_example(folder.path(), {});
  const Json json = report_experiment(folder.path(), results, Json());
  CHECK(json["curve_axis"] == "wall_seconds_with_setup");
  const Json& profile = json["profiles"][0];
  CHECK(profile["remark"] == " (own: as published)");
  CHECK(profile["curves"][0]["shares"] == Json{1.0, 1.0, 1.0});
  CHECK(profile["curves"][1]["ratios"] == Json{2.0, 3.0, 4.0});
  CHECK(profile["curves"][1]["shares"] == Json{1.0 / 3, 2.0 / 3, 1.0});
  std::size_t rows_of_own = 0;
  for (const Json& table : json["times"]) {
    CHECK(table["rows"].size() == (table["protocol"] == "own" ? 2 : 1));
    rows_of_own += table["remark"] == " (own: as published)" ? table["rows"].size() : 0;
  }
  CHECK(rows_of_own == 2 * 3 * 2 * 3);  // methods, problems, scales, axes
}

TEST_CASE("whatever a text holds, it reaches the page as text") {
  const test::TemporaryFolder folder;
  const auto plotly = folder.write("plotly.js", "var Plotly = {};");
  const std::string hostile = R"(</script><script>alert(1)</script> {{data}} "; system( ' & )";
  const std::string page = report_page(hostile, Json{{"title", hostile}}, plotly);
  CHECK_THAT(page, !ContainsSubstring("<script>alert"));
  CHECK_THAT(page,
             ContainsSubstring("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{data}} &quot;; "
                               "system( &#39; &amp; </title>"));
  CHECK_THAT(page, !ContainsSubstring("http://www.w3.org/1999"));
  for (const char* const request : {"src=\"", "href=\"http", "@import", "url("}) {
    INFO(request);
    CHECK_THAT(page, !ContainsSubstring(request));
  }
  CHECK_THROWS_WITH(report_page("", Json(), folder.path() / "none.js"),
                    ContainsSubstring("none.js: cannot be opened for reading: No such file or directory"));
  CHECK_THROWS_WITH(report_page("", Json(), folder.write("other.js", "jQuery")),
                    ContainsSubstring("is not plotly.js"));
}

}  // namespace descent
