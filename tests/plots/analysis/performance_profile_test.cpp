#include "plots/analysis/performance_profile.hpp"

#include "plots/figures/figures.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "plots/results/results_folder.hpp"
#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using Ratios = std::vector<double>;

/// A run that reaches 1e-2 after so many seconds, and nothing better.
std::vector<ResultRow> run_to(double seconds, const std::string& method, const std::string& dataset,
                              std::uint64_t seed = 1) {
  return test::certified_run({{0, 1}, {seconds / 2, 1}, {seconds, 1e-2}, {100, 1e-2}}, method, seed, dataset);
}

/// A run that stays above 0.5.
std::vector<ResultRow> lost_run(const std::string& method, const std::string& dataset,
                                std::uint64_t seed = 1) {
  return test::certified_run({{0, 1}, {100, 0.5}}, method, seed, dataset);
}

/// Two methods and four problems; method two does not solve the last.
ResultsFolder four_problems() {
  return test::certified_results({run_to(1, "one", "a"), run_to(2, "two", "a"), run_to(1, "one", "b"),
                                  run_to(4, "two", "b"), run_to(9, "one", "c"), run_to(3, "two", "c"),
                                  run_to(5, "one", "d"), lost_run("two", "d")});
}

ProfilePanel profile_of(const ResultsFolder& results, double target = 1e-2) {
  const auto panels = performance_profiles(results);
  const auto found = std::ranges::find(panels, target, &ProfilePanel::target);
  REQUIRE(found != panels.end());
  return *found;
}

}  // namespace

TEST_CASE("a profile counts the problems that a method solves within a multiple of the fastest") {
  CHECK(performance_profiles(four_problems()).size() == 2);  // to 1e-1 and 1e-2; nothing is solved to less
  const ProfilePanel panel = profile_of(four_problems());
  CHECK(panel.regularizer == "l1");
  CHECK(panel.problems == 4);
  CHECK(panel.unsolved == 0);
  REQUIRE(panel.curves.size() == 2);
  CHECK(panel.curves[0].ratios == Ratios{1, 1, 1, 3});
  CHECK(panel.curves[1].ratios == Ratios{1, 2, 4});  // it does not solve one problem
  CHECK(share_within(panel, panel.curves[0], 1) == 0.75);
  CHECK(share_within(panel, panel.curves[0], 2.9) == 0.75);
  CHECK(share_within(panel, panel.curves[0], 3) == 1);
  CHECK(share_within(panel, panel.curves[1], 1e9) == 0.75);
}

TEST_CASE("seeds are not problems: the cost of one is their median") {
  ResultsFolder results = four_problems();
  results.runs.push_back({run_to(7, "two", "a", 2)});
  results.runs.push_back({run_to(8, "two", "a", 3)});
  CHECK(profile_of(results).problems == 4);
  CHECK(profile_of(results).curves[1].ratios == Ratios{1, 4, 7});
  // If the median run does not arrive, the problem is not solved.
  results.runs.back().rows = lost_run("two", "a", 3);
  results.runs[1].rows = lost_run("two", "a", 1);
  CHECK(profile_of(results).curves[1].ratios == Ratios{1, 4});
}

TEST_CASE("problems that no method solves stay in the count") {
  ResultsFolder results = four_problems();
  results.runs[6].rows = lost_run("one", "d");
  const ProfilePanel panel = profile_of(results);
  CHECK(panel.problems == 4);
  CHECK(panel.unsolved == 1);
  CHECK(share_within(panel, panel.curves[0], 1e9) == 0.75);
  // Two solved problems of four make no profile.
  results.runs[0].rows = lost_run("one", "a");
  results.runs[1].rows = lost_run("two", "a");
  CHECK(std::ranges::none_of(performance_profiles(results),
                             [](const ProfilePanel& each) { return each.target == 1e-2; }));
}

TEST_CASE("two problems, a single method and a target that nobody reaches make no profile") {
  ResultsFolder results = four_problems();
  results.manifest.optima.pop_back();
  CHECK(profile_of(results).problems == fewest_problems);
  results.manifest.optima.pop_back();
  CHECK(performance_profiles(results).empty());

  results = four_problems();
  for (auto& run : results.runs) run.rows = lost_run(run.rows.front().method, run.rows.front().dataset);
  CHECK(performance_profiles(results).empty());
  results = four_problems();
  std::erase_if(results.runs, [](const auto& run) { return run.rows.front().method == "two"; });
  CHECK(performance_profiles(results).empty());
}

TEST_CASE("a run that failed solves nothing") {
  ResultsFolder results = four_problems();
  results.runs[1].rows = test::failed_run(1);
  results.runs[1].rows[0].method = "two";
  results.runs[1].rows[0].dataset = "a";
  CHECK(profile_of(results).curves[1].ratios == Ratios{1, 4});
}

TEST_CASE("each regulariser has a profile of the methods that were run on all of its problems") {
  ResultsFolder results = four_problems();
  results.runs.push_back({run_to(0.1, "three", "a")});
  results.manifest.methods.push_back({"three", "", "Three"});
  for (const ProfilePanel& panel : performance_profiles(results)) CHECK(panel.curves.size() == 2);

  results.manifest.regularizers.push_back("l2");
  for (const char* dataset : {"a", "b", "c"}) {
    for (const char* method : {"two", "three"})
      results.runs.push_back({test::changed(run_to(1, method, dataset), &ResultRow::regularizer, "l2")});
  }
  const auto optima = results.manifest.optima;
  for (ManifestOptimum optimum : optima) {
    optimum.regularizer = "l2";
    results.manifest.optima.push_back(optimum);
  }
  const auto panels = performance_profiles(results);
  REQUIRE(panels.size() == 4);
  CHECK(panels[2].regularizer == "l2");
  CHECK(panels[2].problems == 3);
  CHECK(panels[2].curves[0].method == 1);
  CHECK(panels[2].curves[1].method == 2);
}

TEST_CASE("under a protocol its methods alone are compared, in a figure of their own") {
  ResultsFolder results = four_problems();
  for (const char* dataset : {"a", "b", "c", "d"}) results.runs.push_back({run_to(0.1, "three", dataset)});
  results.manifest.methods.push_back({"three", "", "Three"});
  for (std::size_t i = 0; i < 3; ++i) results.manifest.methods[i].protocols = {i < 2 ? "own" : "one"};
  results.manifest.protocol_titles["own"] = "as published";
  const ManifestPart part = parts_of(results.manifest).front();
  const auto panels = performance_profiles(results);  // none of the protocol with one method
  REQUIRE(panels.size() == 2);                        // 1e-1 and 1e-2
  CHECK(panels[0].protocol == "own");
  CHECK(panels[0].curves[0].ratios == Ratios{1, 1, 1, 3});
  const test::TemporaryFolder folder;
  const auto figure = test::written(folder, profile_figure(results.manifest, panels, part));
  CHECK(figure == folder.path() / "figures/gnuplot/example-own-profile.gp");
  CHECK_THAT(test::file_text(figure), !ContainsSubstring("set style line 3 "));
  CHECK_THAT(test::file_text(folder.path() / "figures/example-own-profile.caption.txt"),
             ContainsSubstring(" (as published): performance profiles. "));

  // A method that is never fastest solves nothing at ratio 1.
  for (ManifestMethod& method : results.manifest.methods) method.protocols.clear();
  test::written(folder, profile_figure(results.manifest, performance_profiles(results)));
  CHECK_THAT(test::file_text(folder.path() / "figures/gnuplot/example-profile/hinge-l1-1e-2-1-one.dat"),
             StartsWith("# ratio share: the staircase\n1 0\n10 0.5\n50 0.75\n90 1\n"));
}

TEST_CASE("a problem counts for the targets that its certificate can tell of") {
  ResultsFolder results = four_problems();
  results.manifest.optima[1].objective = test::example_bound * (1 + 3e-2);  // of b
  CHECK(profile_of(results, 1e-1).problems == 4);
  CHECK(profile_of(results, 1e-2).problems == 3);
  results.manifest.optima.clear();
  CHECK(performance_profiles(results).empty());
}

TEST_CASE("on an axis of passes these are compared, and a target met at the start costs nobody anything") {
  ResultsFolder results = four_problems();
  for (ResultRow& row : results.runs[1].rows) row.passes = row.cpu_seconds;  // fewer passes, although slower
  results.manifest.x_axis = Axis::passes;
  CHECK(profile_of(results).curves[0].ratios == Ratios{1, 1, 3, 5});
  results.runs = test::changed(results.runs, &ResultRow::suboptimality, test::example_bound * 1e-3);
  CHECK(profile_of(results).curves[1].ratios == Ratios(4, 1.0));
  auto panels = performance_profiles(results);
  for (ProfilePanel& panel : panels) panel.unsolved = 1;
  const std::string script = profile_figure(results.manifest, panels).script;
  for (const char* const text : {"set xlabel 'Ratio of passes τ'", "set xtics (1, 2) format '%g'",
                                 "unset mxtics\n", "solved by none'"})
    CHECK_THAT(script, ContainsSubstring(text));
}

TEST_CASE("a figure shows a choice of the targets that somebody reaches, and at least one") {
  CHECK(shown_targets(performance_profiles(four_problems())) == std::vector<double>{1e-2});
  ResultsFolder results = four_problems();
  for (auto& run : results.runs) {
    for (ResultRow& row : run.rows) *row.suboptimality *= 5;
  }
  CHECK(shown_targets(performance_profiles(results)) == std::vector<double>{1e-1});
  for (const std::size_t run : {0u, 2u, 4u}) {  // on three problems
    for (ResultRow& row : results.runs[run].rows) *row.suboptimality *= 1e-6;
  }
  CHECK(shown_targets(performance_profiles(results)) == std::vector<double>{1e-2, 1e-4, 1e-6});
}

TEST_CASE("the profile is written as a table and drawn from files of its own") {
  const test::TemporaryFolder folder;
  ResultsFolder results = four_problems();
  results.manifest.title = "It's {an} example_1";
  results.manifest.datasets[1].source = "stand-in";
  const auto panels = performance_profiles(results);
  const auto steps = test::csv_fields(profile_csv(results.manifest, panels));
  REQUIRE(steps.size() == 2 * (2 + 3));
  const std::map<std::string, std::string> last{
      {"target", "0.01"},    {"method", "two"}, {"cost", "cpu_seconds"}, {"problems", "4"},
      {"unsolved", "0"},     {"ratio", "4"},    {"share", "0.75"},       {"experiment", "example"},
      {"regularizer", "l1"}, {"loss", "hinge"}, {"variant", ""},         {"protocol", ""}};
  CHECK(steps[9] == last);

  results.manifest.conditions = conditions_of(results);
  const auto figure = test::written(folder, profile_figure(results.manifest, panels));
  CHECK(figure == folder.path() / "figures/gnuplot/example-profile.gp");
  const std::string script = test::file_text(figure);
  const std::string caption = test::file_text(folder.path() / "figures/example-profile.caption.txt");
  CHECK_THAT(caption, StartsWith("It's {an} example_1: performance profiles. "));
  CHECK_THAT(script, ContainsSubstring("'L1, target 1e-2'"));
  CHECK_THAT(script, ContainsSubstring("'4 problems'"));
  CHECK_THAT(caption, ContainsSubstring("Synthetic stand-ins: b."));
  CHECK_THAT(script, !ContainsSubstring(folder.path().string()));
  // A staircase from 1 to the right edge, and points on it.
  CHECK_THAT(test::file_text(folder.path() / "figures/gnuplot/example-profile/hinge-l1-1e-2-2-two.dat"),
             StartsWith("# ratio share: the staircase\n1 0.25\n2 0.5\n4 0.75\n4.4 0.75\n\n\n# ratio share"));
  if (test::gnuplot_is_installed()) CHECK(draw_script(figure).size() == 3);
}

}  // namespace descent
