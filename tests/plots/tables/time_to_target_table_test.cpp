#include "plots/tables/time_to_target_table.hpp"

#include <limits>

#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/tables/time_entry.hpp"
#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::certified_run;

constexpr double never = std::numeric_limits<double>::infinity();

/// A fast method that stays at 1e-3, and a slow one of which one run in three gets to 1e-2.
ResultsFolder example() {
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto s = static_cast<double>(seed);
    runs.push_back(
        certified_run({{0, 1}, {0.01 * s, 1}, {0.1 * s, 0.1}, {s, 1e-3}, {5, 1e-3}}, "fast", seed));
    runs.push_back(certified_run({{0, 1}, {1, 1}, {2, 0.1}, {5, seed == 1 ? 1e-2 : 2e-2}}, "slow", seed));
  }
  return test::certified_results(std::move(runs));
}

const TextTable::Cell& cell(const TextTable& table, std::size_t row, std::size_t column) {
  return table.rows.at(row).at(column);
}

std::string text_of(const TextTable& table, std::size_t row, std::size_t column) {
  const auto& [text, is_best, detail] = cell(table, row, column);
  return detail.empty() ? text : text + ' ' + detail;
}

}  // namespace

TEST_CASE("the table says when, of how many, and what nobody reached") {
  const ResultsFolder results = example();
  const auto rows = time_to_target_rows(results);
  REQUIRE(rows.size() == 2 * 2 * 6);  // methods, scales, targets
  const TextTable table = time_table(results, rows, Axis::cpu_seconds);
  CHECK(table.title == "a9a, hinge + l1, λ = 1/m: CPU seconds");
  CHECK(table.header ==
        std::vector<std::string>{"method", "setup (s)", "1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6"});
  CHECK(text_of(table, 0, 0) == "The fast");
  CHECK(text_of(table, 0, 1) == "0.25");
  CHECK(text_of(table, 0, 2) == "0.2 (0.12–0.28)");
  CHECK(cell(table, 0, 2).is_best);
  CHECK(text_of(table, 1, 2) == "2 (2–2)");
  CHECK_FALSE(cell(table, 1, 2).is_best);
  CHECK(text_of(table, 1, 3) == "> 5 (1/3)");
  CHECK(text_of(table, 0, 4) == "2 (1.2–2.8)");
  CHECK(text_of(table, 0, 5) == "> 5 (0/3)");
  CHECK(text_of(time_table(results, rows, Axis::passes), 0, 1) == "2 (1.2–2.8)");
}

TEST_CASE("a quantile that falls on a run that never arrived, and the count of those that did, are shown") {
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    runs.push_back(
        certified_run({{0, 1}, {0.5, 1}, {1, seed == 3 ? 1 : 0.1}, {4, seed == 3 ? 0.5 : 0.1}}, "m", seed));
  const ResultsFolder results = test::certified_results(runs);
  const auto rows = time_to_target_rows(results);
  CHECK(text_of(time_table(results, rows, Axis::cpu_seconds), 0, 2) == "1 (1–> 3.4) 2/3");
}

TEST_CASE("a target within the certificate's gap has no time, whatever the runs say") {
  ResultsFolder results = example();
  results.manifest.references[0].objective = test::example_bound * (1 + 5e-3);
  const auto rows = time_to_target_rows(results);
  CHECK_FALSE(rows[1].is_below_certificate);
  CHECK(rows[2].is_below_certificate);
  const TextTable table = time_table(results, rows, Axis::cpu_seconds);
  CHECK(text_of(table, 0, 4) == "—");
  CHECK_FALSE(cell(table, 0, 4).is_best);
  results.manifest.references.clear();
  CHECK(time_to_target_rows(results).empty());
}

TEST_CASE("the table is written as CSV, Markdown and LaTeX") {
  const test::TemporaryFolder folder;
  ResultsFolder results = example();
  results.manifest.form = {true, 1};
  const auto files = write_time_to_target(folder.path(), results);
  REQUIRE(files.size() == 3);
  const auto back = read_table(time_to_target_columns(), folder.path() / "tables/time_to_target.csv",
                               [](std::span<const TimeToTargetRow>, std::size_t) {});
  REQUIRE(back.size() == 24);
  CHECK(back[0].form == "sum");
  CHECK_FALSE(back[0].l2_factor);  // under l1
  CHECK_THAT(test::file_text(files[1]), ContainsSubstring("### a9a, hinge + l1, λ = 1/m (sum): passes"));
  CHECK(back[0].time.target == 0.1);
  CHECK(back[0].time.scale == TargetScale::optimum);
  CHECK(back[0].time.cpu_seconds_median.high == Approx(0.2));
  CHECK(back[0].time.cpu_seconds_median.is_exact());
  CHECK(back[6].time.target == 0.1);
  CHECK(back[6].time.scale == TargetScale::start);
  CHECK(back[6].start_suboptimality == 1.0);
  CHECK(back[13].method == "slow");
  CHECK(back[13].time.arrived == 1);
  CHECK(back[13].time.cpu_seconds_median == Bounds{5, never});
  CHECK(back[13].time.passes_p90 == Bounds{50, never});
  CHECK(back[0].time.cpu_seconds_with_setup_median.high == Approx(0.45));
  CHECK(back[13].time.cpu_seconds_with_setup_median == Bounds{5.25, never});
  CHECK_THAT(
      test::file_text(files[1]),
      ContainsSubstring("### a9a, hinge + l1, λ = 1/m (sum): CPU seconds with setup\n\n| method | 1e-1 |"));
  CHECK_THAT(test::file_text(files[1]), ContainsSubstring("| The fast | **0.45** (0.37–0.53) |"));
  CHECK_THAT(test::file_text(files[1]), ContainsSubstring("| The fast | 0.25 | **0.2** (0.12–0.28) |"));
  CHECK_THAT(test::file_text(files[2]), ContainsSubstring("The slow & 0.25 & 2 & $>$ 5 & $>$ 5"));

  CHECK_THAT(test::file_text(files[2]), ContainsSubstring(" &  & {\\tiny (2--2)} & {\\tiny (1/3)} &"));

  ResultsFolder without = example();
  without.manifest.references.clear();
  CHECK(write_time_to_target(folder.path(), without).empty());
}

TEST_CASE(
    "a time that ends at the first checkpoint is a bound, and where it may be the least nobody is best") {
  const auto at_once = certified_run({{0, 1}, {0.02, 0.05}, {1, 1e-3}}, "at once");
  const auto later = certified_run({{0, 1}, {0.02, 0.5}, {0.04, 0.1}, {0.5, 1e-3}}, "later");
  const ResultsFolder results = test::certified_results({at_once, later});
  const auto rows = time_to_target_rows(results);
  const TextTable table = time_table(results, rows, Axis::cpu_seconds);
  CHECK(text_of(table, 0, 2) == "< 0.02");
  CHECK(text_of(table, 1, 2) == "0.04");
  CHECK_FALSE(cell(table, 0, 2).is_best);
  CHECK_FALSE(cell(table, 1, 2).is_best);
  CHECK(cell(table, 1, 4).is_best);  // 1e-3 is met later, by both within their courses
  CHECK(text_of(time_table(results, rows, Axis::passes), 0, 1) == "< 0.2");
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
  CHECK(fastest(Medians{{2, 2}, {1, never}}) == 2.0);
  CHECK_FALSE(fastest(Medians{{2, 2}, {1, 3}}));
  CHECK_FALSE(fastest(Medians{{0, 0.02}}));
  CHECK_FALSE(fastest(Medians{{5, never}}));
  CHECK(fastest(Medians{{0, 0}, {0, 0.02}}) == 0.0);
}

TEST_CASE("where D* is far below F(0) the tables of the start's scale follow, and only there") {
  // F(0) − D* is 1000 D*: a thousandth of the way left is 1 on the optimum's scale.
  const auto deep = certified_run({{0, 1000}, {1, 100}, {2, 1}, {3, 0.5}}, "m", 1, "deep");
  const auto shallow = certified_run({{0, 1.5}, {1, 0.5}, {2, 1e-3}}, "m", 1, "shallow");
  const ResultsFolder results = test::certified_results({deep, shallow});
  const auto rows = time_to_target_rows(results);
  const std::span<const TimeToTargetRow> of_deep(rows.data(), 12);
  CHECK(rows[0].start_suboptimality == 1000.0);
  CHECK(scales_differ(of_deep));
  CHECK_FALSE(scales_differ({rows.data() + 12, 12}));
  CHECK(text_of(time_table(results, of_deep, Axis::cpu_seconds), 0, 2) == "> 3 (0/1)");
  const TextTable table = time_table(results, of_deep, Axis::cpu_seconds, TargetScale::start);
  CHECK(table.title == "deep, hinge + l1, λ = 1/m: CPU seconds, of F(0) − D*");
  CHECK(text_of(table, 0, 2) == "< 1");
  CHECK(text_of(table, 0, 4) == "2");

  const test::TemporaryFolder folder;
  const std::string text = test::file_text(write_time_to_target(folder.path(), results).at(1));
  CHECK_THAT(text, ContainsSubstring("(F(w) − D\\*)/(F(0) − D\\*)"));
  CHECK_THAT(text, ContainsSubstring("deep, hinge + l1, λ = 1/m: passes, of F(0) − D"));
  CHECK_THAT(text, !ContainsSubstring("shallow, hinge + l1, λ = 1/m: passes, of F(0) − D"));
  const std::string without = test::file_text(write_time_to_target(folder.path(), example()).at(1));
  CHECK_THAT(without, !ContainsSubstring("F(0)"));
}

TEST_CASE("a certificate that cannot tell of a share of D* may tell of a share of F(0) − D*") {
  ResultsFolder results = test::certified_results({certified_run({{0, 1000}, {1, 100}, {2, 1e-2}}, "m")});
  results.manifest.references[0].objective = test::example_bound * (1 + 5e-3);
  const auto rows = time_to_target_rows(results);
  CHECK(rows[2].is_below_certificate);  // 1e-3 of D*
  CHECK_FALSE(rows[6 + 4].is_below_certificate);
  CHECK(rows[6 + 5].is_below_certificate);  // 1e-6 of 1000 D* is less than 5e-3 of D*
}

TEST_CASE("runs that failed have no setup and no time, and large amounts have no exponent") {
  auto lost = test::failed_run(2);
  for (ResultRow& row : lost) row.method = "m";
  auto given_up = certified_run({{0, 1}, {1, 0.5}, {2, 0.2}}, "m", 3);
  given_up.back().status = run_status::stalled;
  std::vector<std::vector<ResultRow>> runs{certified_run({{0, 1}, {1, 0.5}, {1234, 0.2}}, "m"), lost,
                                           given_up};
  const ResultsFolder mixed = test::certified_results(runs);
  const auto rows = time_to_target_rows(mixed);
  CHECK(rows[0].setup_seconds_median == 0.25);
  CHECK(rows[0].time.runs == 3);
  CHECK(text_of(time_table(mixed, rows, Axis::cpu_seconds), 0, 2) == "> 1,234 (0/3)");
  const ResultsFolder stalled = test::certified_results({given_up});
  CHECK(text_of(time_table(stalled, time_to_target_rows(stalled), Axis::cpu_seconds), 0, 2) == "never (0/1)");

  // One failed, one at its first checkpoint and one cut off: the median may be anything, but not all failed.
  const ResultsFolder open = test::certified_results(
      {lost, certified_run({{0, 1}, {1, 0.1}}, "m", 1), certified_run({{0, 1}, {1, 0.5}}, "m", 3)});
  CHECK(text_of(time_table(open, time_to_target_rows(open), Axis::cpu_seconds), 0, 2) == "? (1/3)");

  std::erase_if(runs, [](const auto& run) { return !run_status::is_failed(run.back().status); });
  const ResultsFolder dead = test::certified_results(runs);
  const auto dead_rows = time_to_target_rows(dead);
  CHECK_FALSE(dead_rows[0].setup_seconds_median);
  const TextTable table = time_table(dead, dead_rows, Axis::cpu_seconds);
  CHECK(text_of(table, 0, 1).empty());
  CHECK(text_of(table, 0, 2) == "failed (0/1)");
}

TEST_CASE("a dataset is named without the folders of its file, and stand-ins are said to be such") {
  auto run = certified_run({{0, 1}, {1, 0.5}}, "m", 1, "/somewhere/else/a_b.svm");
  for (ResultRow& row : run) row.source = "stand-in";
  const ResultsFolder results = test::certified_results({run});
  const auto rows = time_to_target_rows(results);
  CHECK(time_table(results, rows, Axis::passes).title == "a_b.svm (stand-in), hinge + l1, λ = 1/m: passes");
  CHECK(rows[0].dataset == "/somewhere/else/a_b.svm");
}

}  // namespace descent
