#include "plots/analysis/performance_profile.hpp"

#include "plots/figures/profile_figure.hpp"
#include "plots/figures/profile_script.hpp"
#include "plots/gnuplot/gnuplot.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/certified_results.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::certified_run;

/// A run that reaches 1e-2 after so many seconds, and never anything better.
std::vector<ResultRow> run_to(double seconds, const std::string& method, const std::string& dataset,
                              std::uint64_t seed = 1) {
  return certified_run({{0, 1}, {seconds / 2, 1}, {seconds, 1e-2}, {100, 1e-2}}, method, seed, dataset);
}

/// A run that never gets below 0.5.
std::vector<ResultRow> lost_run(const std::string& method, const std::string& dataset,
                                std::uint64_t seed = 1) {
  return certified_run({{0, 1}, {100, 0.5}}, method, seed, dataset);
}

/// Two methods and four problems, of which method two does not solve the last.
ResultsFolder example() {
  return test::certified_results({run_to(1, "one", "a"), run_to(2, "two", "a"), run_to(1, "one", "b"),
                                  run_to(4, "two", "b"), run_to(9, "one", "c"), run_to(3, "two", "c"),
                                  run_to(5, "one", "d"), lost_run("two", "d")});
}

const ProfilePanel& panel_of(const std::vector<ProfilePanel>& panels, double target) {
  const auto found = std::ranges::find(panels, target, &ProfilePanel::target);
  REQUIRE(found != panels.end());
  return *found;
}

}  // namespace

TEST_CASE("a profile counts the problems that a method solves within a multiple of the fastest") {
  const auto panels = performance_profiles(example());
  REQUIRE(panels.size() == 2);  // to 1e-1 and 1e-2; nobody solves anything to less
  const ProfilePanel& panel = panel_of(panels, 1e-2);
  CHECK(panel.regularizer == "l1");
  CHECK(panel.problems == 4);
  CHECK(panel.unsolved == 0);
  REQUIRE(panel.curves.size() == 2);
  CHECK(panel.curves[0].ratios == std::vector<double>{1, 1, 1, 3});
  CHECK(panel.curves[1].ratios == std::vector<double>{1, 2, 4});  // one problem it never solves
  CHECK(share_within(panel, panel.curves[0], 1) == 0.75);
  CHECK(share_within(panel, panel.curves[0], 2.9) == 0.75);
  CHECK(share_within(panel, panel.curves[0], 3) == 1);
  CHECK(share_within(panel, panel.curves[1], 1e9) == 0.75);
}

TEST_CASE("seeds are not problems: the cost of one is their median") {
  ResultsFolder results = example();
  results.runs.push_back(run_to(7, "two", "a", 2));
  results.runs.push_back(run_to(8, "two", "a", 3));
  ProfilePanel panel = panel_of(performance_profiles(results), 1e-2);
  CHECK(panel.problems == 4);
  CHECK(panel.curves[1].ratios == std::vector<double>{1, 4, 7});
  // Where the median run does not get there, the problem is not solved.
  results.runs.back() = lost_run("two", "a", 3);
  results.runs[1] = lost_run("two", "a", 1);
  panel = panel_of(performance_profiles(results), 1e-2);
  CHECK(panel.curves[1].ratios == std::vector<double>{1, 4});
}

TEST_CASE("problems that no method solves stay in the count") {
  ResultsFolder results = example();
  results.runs[6] = lost_run("one", "d");
  const auto panels = performance_profiles(results);
  const ProfilePanel& panel = panel_of(panels, 1e-2);
  CHECK(panel.problems == 4);
  CHECK(panel.unsolved == 1);
  CHECK(share_within(panel, panel.curves[0], 1e9) == 0.75);
  // Two that are solved make no profile of four.
  results.runs[0] = lost_run("one", "a");
  results.runs[1] = lost_run("two", "a");
  CHECK(std::ranges::none_of(performance_profiles(results),
                             [](const ProfilePanel& each) { return each.target == 1e-2; }));
}

TEST_CASE("two problems make no profile, and nor does a target that nobody reaches") {
  ResultsFolder results = example();
  results.manifest.references.pop_back();
  CHECK(panel_of(performance_profiles(results), 1e-2).problems == fewest_problems);
  results.manifest.references.pop_back();
  CHECK(performance_profiles(results).empty());

  results = example();
  for (auto& run : results.runs) run = lost_run(run.front().method, run.front().dataset);
  CHECK(performance_profiles(results).empty());
  const test::TemporaryFolder folder;
  CHECK_FALSE(write_performance_profile(folder.path(), results));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a run that failed solves nothing") {
  ResultsFolder results = example();
  results.runs[1] = test::failed_run(1);
  results.runs[1][0].method = "two";
  results.runs[1][0].dataset = "a";
  CHECK(panel_of(performance_profiles(results), 1e-2).curves[1].ratios == std::vector<double>{1, 4});
}

TEST_CASE("methods are compared on problems that all of them were run on") {
  ResultsFolder results = example();
  results.runs.push_back(run_to(0.1, "three", "a"));
  results.manifest.methods.push_back({"three", "", "Three"});
  for (const ProfilePanel& panel : performance_profiles(results)) CHECK(panel.curves.size() == 2);
}

TEST_CASE("each regulariser has a profile of its own methods") {
  ResultsFolder results = example();
  results.manifest.regularizers.push_back("l2");
  for (const char* dataset : {"a", "b", "c"}) {
    for (const char* method : {"two", "three"}) {
      results.runs.push_back(run_to(1, method, dataset));
      for (ResultRow& row : results.runs.back()) row.regularizer = "l2";
    }
  }
  results.manifest.methods.push_back({"three", "", "Three"});
  const auto references = results.manifest.references;
  for (ManifestReference reference : references) {
    reference.regularizer = "l2";
    results.manifest.references.push_back(reference);
  }
  const auto panels = performance_profiles(results);
  REQUIRE(panels.size() == 4);
  CHECK(panels[2].regularizer == "l2");
  CHECK(panels[2].problems == 3);
  CHECK(panels[2].curves[0].method == 1);
  CHECK(panels[2].curves[1].method == 2);
}

TEST_CASE("a problem counts for the targets that its certificate can tell of") {
  ResultsFolder results = example();
  results.manifest.references[1].objective = test::example_bound * (1 + 3e-2);  // of b
  CHECK(panel_of(performance_profiles(results), 1e-1).problems == 4);
  CHECK(panel_of(performance_profiles(results), 1e-2).problems == 3);
  results.manifest.references.clear();
  CHECK(performance_profiles(results).empty());
}

TEST_CASE("on an axis of passes these are compared, and a target met at the start costs nobody anything") {
  ResultsFolder results = example();
  for (ResultRow& row : results.runs[1]) row.passes = row.cpu_seconds;  // fewer passes, though slower
  results.manifest.x_axis = Axis::passes;
  const ProfilePanel panel = panel_of(performance_profiles(results), 1e-2);
  CHECK(panel.curves[0].ratios == std::vector<double>{1, 1, 3, 5});
  for (auto& run : results.runs) {
    for (ResultRow& row : run) row.suboptimality = test::example_bound * 1e-3;
  }
  CHECK(panel_of(performance_profiles(results), 1e-2).curves[1].ratios == std::vector<double>(4, 1.0));
}

TEST_CASE("a single method has no profile") {
  ResultsFolder results = example();
  std::erase_if(results.runs, [](const auto& run) { return run.front().method == "two"; });
  CHECK(performance_profiles(results).empty());
  CHECK_FALSE(write_performance_profile("nowhere", results));
}

TEST_CASE("a figure shows a choice of the targets that somebody reaches, and at least one") {
  CHECK(shown_targets(performance_profiles(example())) == std::vector<double>{1e-2});
  ResultsFolder results = example();
  for (auto& run : results.runs) {
    for (ResultRow& row : run) *row.suboptimality *= 5;
  }
  CHECK(shown_targets(performance_profiles(results)) == std::vector<double>{1e-1});
  for (const std::size_t run : {0u, 2u, 4u}) {  // on three problems
    for (ResultRow& row : results.runs[run]) *row.suboptimality *= 1e-6;
  }
  CHECK(shown_targets(performance_profiles(results)) == std::vector<double>{1e-2, 1e-4, 1e-6});
}

TEST_CASE("the profile is written as a table and drawn from files of its own") {
  if (!gnuplot_is_installed()) {
    WARN("gnuplot is not installed: no figure is drawn");
    return;
  }
  const test::TemporaryFolder folder;
  ResultsFolder results = example();
  results.manifest.title = "It's {an} example_1";
  results.manifest.datasets[1].source = "stand-in";
  const auto files = write_performance_profile(folder.path(), results);
  REQUIRE(files);
  CHECK(files->table == folder.path() / "tables/performance_profile.csv");
  const auto steps =
      read_table(profile_columns(), files->table, [](std::span<const ProfileStep>, std::size_t) {});
  REQUIRE(steps.size() == 2 * (2 + 3));
  CHECK(steps[9].target == 1e-2);
  CHECK(steps[9].method == "two");
  CHECK(steps[9].cost == "cpu_seconds");
  CHECK(steps[9].problems == 4);
  CHECK(steps[9].unsolved == 0);
  CHECK(steps[9].ratio == 4);
  CHECK(steps[9].share == 0.75);

  CHECK(files->script == folder.path() / "figures/example-profile.gp");
  const std::string script = test::file_text(files->script);
  CHECK_THAT(script, ContainsSubstring("'It''s \\{an\\} example\\_1: performance profiles'"));
  CHECK_THAT(script, ContainsSubstring("'L1, target 1e-2'"));
  CHECK_THAT(script, ContainsSubstring("'4 problems'"));
  CHECK_THAT(script, ContainsSubstring("Synthetic stand-ins: b."));
  CHECK_THAT(script, !ContainsSubstring(folder.path().string()));
  // A staircase from 1 to the right edge, and points on it.
  CHECK_THAT(test::file_text(folder.path() / "figures/example-profile/hinge-l1-1e-2-2-two.dat"),
             StartsWith("# ratio share: the staircase\n1 0.25\n2 0.5\n4 0.75\n4.4 0.75\n\n\n# ratio share"));

  REQUIRE(files->pictures.size() == 3);
  CHECK(test::file_text(files->pictures[0]).starts_with("%PDF-"));
  CHECK_THAT(test::file_text(files->pictures[1]), ContainsSubstring("</svg>"));
  CHECK(test::file_text(files->pictures[2]).starts_with("\x89PNG\r\n\x1a\n"));
  std::filesystem::remove(files->pictures[2]);
  run_gnuplot(files->script, "");
  CHECK(std::filesystem::exists(folder.path() / "figures/example-profile.png"));
}

TEST_CASE("without gnuplot the profile's table and script are written and the package is named") {
  const test::TemporaryFolder folder;
  const test::EnvironmentVariable path("PATH", folder.path().string());
  CHECK_THROWS_WITH(write_performance_profile(folder.path(), example()), ContainsSubstring("gnuplot-nox"));
  CHECK(std::filesystem::exists(folder.path() / "tables/performance_profile.csv"));
  CHECK(std::filesystem::exists(folder.path() / "figures/example-profile.gp"));
}

}  // namespace descent
