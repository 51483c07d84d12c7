#include "plots/tables/table_files.hpp"

#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::certified_run;
using test::never;
using Runs = std::vector<std::vector<ResultRow>>;
using Texts = std::vector<std::string>;

/// A fast method that stays at 1e-3, and a slow one with one run in three that reaches 1e-2.
ResultsFolder two_methods() {
  Runs runs;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto s = static_cast<double>(seed);
    runs.push_back(
        certified_run({{0, 1}, {0.01 * s, 1}, {0.1 * s, 0.1}, {s, 1e-3}, {5, 1e-3}}, "fast", seed));
    runs.push_back(certified_run({{0, 1}, {1, 1}, {2, 0.1}, {5, seed == 1 ? 1e-2 : 2e-2}}, "slow", seed));
  }
  return test::certified_results(std::move(runs));
}

/// With an experiment's budget on that axis.
TextTable table_of(ResultsFolder results, Axis axis = Axis::passes) {
  results.manifest.x_axis = axis;
  return time_table(results.manifest, time_to_target_rows(results));
}

/// Texts of a row with their details; the best of a column has a star.
Texts texts_of(const TextTable& table, std::size_t row) {
  Texts texts;
  for (const auto& [text, is_best, detail] : table.rows.at(row))
    texts.push_back((is_best ? "*" : "") + text + (detail.empty() ? "" : ' ' + detail));
  return texts;
}

std::vector<ResultRow> lost() {
  return test::changed(test::failed_run(2), &ResultRow::method, "m");
}

}  // namespace

TEST_CASE("the table says when, of how many, and what nobody reached") {
  const ResultsFolder results = two_methods();
  CHECK(time_to_target_rows(results).size() == 2 * 2 * 6);  // methods, scales, targets
  const TextTable table = table_of(results, Axis::cpu_seconds);
  CHECK(table.title == "a9a, hinge + l1, λ = 1/m: CPU seconds with setup");
  CHECK(table.header == Texts{"method", "1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "tuning (s)"});
  const Texts fast = texts_of(table, 0);
  CHECK(fast[0] == "The fast");
  CHECK(fast[1] == "*0.45 (0.37–0.53)");
  CHECK(fast[3] == "*2.25 (1.45–3.05)");
  CHECK(fast[4] == "> 5.25 (0/3)");
  CHECK(texts_of(table, 1)[1] == "2.25 (2.25–2.25)");
  CHECK(texts_of(table, 1)[2] == "> 5.25 (1/3)");
  CHECK(texts_of(table_of(results), 0)[1] == "*2 (1.2–2.8)");
}

TEST_CASE("an entry says what is known of the median run, and of how many got there") {
  auto given_up = certified_run({{0, 1}, {1, 0.5}, {2, 0.2}}, "m", 3);
  given_up.back().status = run_status::stalled;
  const auto there = [](std::uint64_t seed) {
    return certified_run({{0, 1}, {0.5, 1}, {1, 0.1}, {4, 0.1}}, "m", seed);
  };
  struct Case {
    Runs runs;
    std::string entry;
  };
  const std::vector<Case> cases{
      {{there(1), there(2), certified_run({{0, 1}, {0.5, 1}, {1, 1}, {4, 0.5}}, "m", 3)},
       "*10 (10–> 34) 2/3"},
      {{certified_run({{0, 1}, {1, 0.5}, {1234, 0.2}}, "m"), lost(), given_up}, "> 12,340 (0/3)"},
      {{given_up}, "never (0/1)"},
      // One failed, one at its first checkpoint, one cut off: the median may be anything.
      {{lost(), certified_run({{0, 1}, {1, 0.1}}, "m", 1), certified_run({{0, 1}, {1, 0.5}}, "m", 3)},
       "? (1/3)"},
      {{lost()}, "failed (0/1)"},
  };
  for (const auto& [runs, entry] : cases)
    CHECK(texts_of(table_of(test::certified_results(runs)), 0)[1] == entry);
  const ResultsFolder dead = test::certified_results({lost()});
  CHECK_FALSE(time_to_target_rows(dead)[0].setup_seconds_median);
}

TEST_CASE("a target within the certificate's gap has no time, whatever the runs say") {
  ResultsFolder results = two_methods();
  results.manifest.optima[0].objective = test::example_bound * (1 + 5e-3);
  const auto rows = time_to_target_rows(results);
  CHECK_FALSE(rows[1].is_below_certificate);
  CHECK(rows[2].is_below_certificate);
  CHECK(texts_of(table_of(results), 0)[3] == "—");
  results.manifest.optima.clear();
  CHECK(time_to_target_rows(results).empty());
  // A certificate too weak for a share of D* may suffice for a share of F(0) − D*.
  ResultsFolder deep = test::certified_results({certified_run({{0, 1000}, {1, 100}, {2, 1e-2}}, "m")});
  deep.manifest.optima[0].objective = test::example_bound * (1 + 5e-3);
  const auto of_deep = time_to_target_rows(deep);
  CHECK(of_deep[2].is_below_certificate);  // 1e-3 of D*
  CHECK_FALSE(of_deep[6 + 4].is_below_certificate);
  CHECK(of_deep[6 + 5].is_below_certificate);  // 1e-6 of 1000 D* is less than 5e-3 of D*
}

TEST_CASE("the fastest method to each target stands in one line a problem") {
  ResultsFolder results = two_methods();
  CHECK(fastest_text(results, "out") ==
        "fastest to a relative suboptimality, median CPU seconds with setup; all numbers: "
        "out/tables/time_to_target.csv\n"
        "  a9a, hinge + l1, λ = 1/m: 1e-1 … 1e-3: The fast (0.45 … 2.25); 1e-4 … 1e-6: none\n");
  results.manifest.x_axis = Axis::passes;
  results.manifest.optima[0].objective = test::example_bound * (1 + 5e-3);
  CHECK_THAT(fastest_text(results, "out"), EndsWith(": 1e-1 … 1e-2: The fast (2 … 6.32)\n"));
  results.manifest.optima.clear();
  CHECK(fastest_text(results, "out").empty());
}

TEST_CASE("tables say what tuning the method on the problem has cost, and where none is recorded") {
  ResultsFolder results = two_methods();
  const ProblemKey problem = results.runs[0].rows.front();
  ProblemKey other = problem;
  other.lambda *= 2;
  results.manifest.constants = {{{other, "slow", ""}, "step", 1, {.file = "tuned"}, 7},
                                {{problem, "fast", ""}, "step", 1, {.file = "tuned"}, 1234.4}};
  for (const Axis axis : all_axes) {
    const TextTable table = table_of(results, axis);
    CHECK(table.header.back() == "tuning (s)");
    CHECK(texts_of(table, 0).back() == "1,234");
    CHECK(texts_of(table, 1).back() == "–");
  }
  const test::TemporaryFolder folder;
  const auto files = test::written(folder, time_to_target_tables(results));
  const auto rows = test::csv_fields(test::file_text(files.at(0)));
  CHECK(rows.front().at("tuning_cpu_seconds") == "1234.4");
  CHECK(rows.back().at("tuning_cpu_seconds").empty());
  const std::string markdown = test::file_text(files.at(1));
  CHECK(markdown.find("| The fast |") < markdown.find("Median CPU seconds with setup (10 %"));
  CHECK_THAT(markdown, ContainsSubstring("\ntuning (s): CPU seconds of all runs"));
}

TEST_CASE("the table is written as CSV and Markdown") {
  const test::TemporaryFolder folder;
  ResultsFolder results = two_methods();
  results.manifest.form = {true, 1};
  const auto files = test::written(folder, time_to_target_tables(results));
  REQUIRE(files.size() == 2);
  const auto rows = test::csv_fields(test::file_text(files[0]));
  REQUIRE(rows.size() == 24);
  struct Field {
    std::size_t row;
    const char* column;
    const char* text;
  };
  for (const auto& [row, column, text] : std::vector<Field>{
           {0, "form", "sum"},
           {0, "l2_factor", ""},  // under l1
           {0, "target", "0.1"},
           {0, "scale", "optimum"},
           {0, "runs", "3"},
           {6, "target", "0.1"},
           {6, "scale", "start"},
           {6, "start_suboptimality", "1"},
           {13, "method", "slow"},
           {13, "arrived", "1"},
           {13, "cpu_seconds_median", ""},
           {13, "cpu_seconds_median_at_least", "5"},
           {13, "passes_p90", ""},
           {13, "passes_p90_at_least", "50"},
           {13, "cpu_seconds_with_setup_median_at_least", "5.25"},
           {13, "cpu_seconds_with_setup_longest", "5.25"},
           {13, "below_certificate", "0"},
       }) {
    CAPTURE(row, column);
    CHECK(rows[row].at(column) == text);
  }
  CHECK(std::stod(rows[0].at("cpu_seconds_median")) == Approx(0.2));
  CHECK(rows[0].at("cpu_seconds_median_at_least") == rows[0].at("cpu_seconds_median"));
  const std::string markdown = test::file_text(files[1]);
  for (const char* text : {"### a9a, hinge + l1, λ = 1/m (sum): CPU seconds with setup\n\n| method | 1e-1 |",
                           "| The fast | **0.45** (0.37–0.53) |"})
    CHECK_THAT(markdown, ContainsSubstring(text));
  CHECK_THAT(markdown, !ContainsSubstring("F(0)"));

  results.manifest.optima.clear();
  CHECK(test::written(folder, time_to_target_tables(results)).empty());
}

TEST_CASE("each protocol has tables of its methods alone, with the fastest of these in bold") {
  const test::TemporaryFolder folder;
  ResultsFolder results = two_methods();
  results.manifest.methods.at(0).protocols = {"all-tuned"};
  results.manifest.methods.at(1).protocols = {"own", "all-tuned"};
  results.manifest.protocol_titles = {{"own", "as published"}};
  const auto files = test::written(folder, time_to_target_tables(results));
  REQUIRE(files.size() == 3);
  CHECK(files[1].filename() == "time_to_target-all-tuned.md");
  CHECK(files[2].filename() == "time_to_target-own.md");
  CHECK(test::csv_fields(test::file_text(files[0])).size() == 24);
  const std::string own = test::file_text(files[2]);
  CHECK_THAT(own, ContainsSubstring(" (as published)."));
  CHECK_THAT(own, ContainsSubstring("| The slow | **2.25**") && !ContainsSubstring("The fast"));
  CHECK_THAT(test::file_text(files[1]),
             ContainsSubstring("The fast") && ContainsSubstring("| The slow | 2.25 "));
}

TEST_CASE(
    "a time that ends at the first checkpoint is a bound, and where it may be the least nobody is best") {
  const ResultsFolder results = test::certified_results(
      {certified_run({{0, 1}, {0.02, 0.05}, {0.1, 0.02}, {1, 1e-3}}, "at once"),
       certified_run({{0, 1}, {0.02, 0.5}, {0.04, 0.1}, {0.1, 0.03}, {0.5, 1e-3}}, "later")});
  const TextTable table = table_of(results);
  CHECK(texts_of(table, 0)[1] == "< 0.2");
  CHECK(texts_of(table, 1)[1] == "0.4");
  CHECK(texts_of(table, 1)[3].starts_with("*"));  // 1e-3 is reached later, by both within their runs
}

TEST_CASE("bounds are printed by what is known, and only a known least is the fastest") {
  CHECK(bounds_text({0.5, 0.5}) == "0.5");
  CHECK(bounds_text({0, 0.5}) == "< 0.5");
  CHECK(bounds_text({1.5, 2.5}) == "1.5…2.5");
  CHECK(bounds_text({1.00001, 1.00002}) == "1");
  CHECK(bounds_text({1234, never}) == "> 1,234");
  CHECK(bounds_text({never, never}) == "never");
  CHECK(bounds_text({0, never}) == "?");
  using Medians = std::vector<Bounds>;
  CHECK(fastest(Medians{{2, 2}, {1, 1}, {1, 3}}) == 1.0);
  CHECK_FALSE(fastest(Medians{{2, 2}, {1, never}}));  // cut off after 1
  CHECK(fastest(Medians{{2, 2}, {3, never}, {never, never}}) == 2.0);
  CHECK(fastest(Medians{{2, 2}, {0, never}}) == 2.0);  // failed
  CHECK_FALSE(fastest(Medians{{2, 2}, {1, 3}}));
  CHECK_FALSE(fastest(Medians{{0, 0.02}}));
  CHECK_FALSE(fastest(Medians{{5, never}}));
  CHECK(fastest(Medians{{0, 0}, {0, 0.02}}) == 0.0);
}

TEST_CASE("where D* is far below F(0) the tables of the start's scale follow, and only there") {
  // F(0) − D* is 1000 D*: a thousandth of it is 1 on the optimum's scale.
  ResultsFolder results =
      test::certified_results({certified_run({{0, 1000}, {1, 100}, {2, 1}, {3, 0.5}}, "m", 1, "deep"),
                               certified_run({{0, 1.5}, {1, 0.5}, {2, 1e-3}}, "m", 1, "shallow")});
  results.manifest.x_axis = Axis::passes;
  const auto rows = time_to_target_rows(results);
  const std::span<const TimeToTargetRow> of_deep(rows.data(), 12);
  CHECK(rows[0].start_suboptimality == 1000.0);
  CHECK(scales_differ(of_deep));
  CHECK_FALSE(scales_differ({rows.data() + 12, 12}));
  CHECK(texts_of(time_table(results.manifest, of_deep), 0)[1] == "> 30 (0/1)");
  const TextTable table = time_table(results.manifest, of_deep, TargetScale::start);
  CHECK(table.title == "deep, hinge + l1, λ = 1/m: passes, of F(0) − D*");
  CHECK(texts_of(table, 0)[1] == "< 10");
  CHECK(texts_of(table, 0)[3] == "*20");

  const test::TemporaryFolder folder;
  const std::string text = test::file_text(test::written(folder, time_to_target_tables(results)).at(1));
  CHECK_THAT(text, ContainsSubstring("(F(w) − D\\*)/(F(0) − D\\*)"));
  CHECK_THAT(text, ContainsSubstring("deep, hinge + l1, λ = 1/m: passes, of F(0) − D"));
  CHECK_THAT(text, !ContainsSubstring("shallow, hinge + l1, λ = 1/m: passes, of F(0) − D"));
}

TEST_CASE("a dataset is named without the folders of its file, and stand-ins are said to be such") {
  const ResultsFolder results = test::certified_results({test::changed(
      certified_run({{0, 1}, {1, 0.5}}, "m", 1, "/somewhere/else/a_b.svm"), &ResultRow::source, "stand-in")});
  CHECK(table_of(results).title == "a_b.svm (stand-in), hinge + l1, λ = 1/m: passes");
  CHECK(time_to_target_rows(results)[0].dataset == "/somewhere/else/a_b.svm");
}

}  // namespace descent
