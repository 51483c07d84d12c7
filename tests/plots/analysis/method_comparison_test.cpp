// Comparisons of methods without claims: distributions of runtimes, expected running times, geometric means,
// primal integrals and all pairs.

#include <cmath>
#include <map>

#include "plots/analysis/method_comparison.hpp"
#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/figures/figures.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using Run = std::vector<ResultRow>;
using Numbers = std::vector<double>;
using Catch::Matchers::WithinRel;

/// A run of 8 s, after 0.25 s of setup, that reaches this suboptimality at `seconds`.
Run run_at(double seconds, double reached, const std::string& method, const std::string& dataset,
           std::uint64_t seed = 1, std::string_view status = run_status::budget) {
  Run run = test::certified_run({{0, 1}, {seconds / 2, 1}, {seconds, reached}, {8, reached}}, method, seed,
                                dataset);
  run.back().status = status;
  return run;
}

Run failing_run(const std::string& method, const std::string& dataset, std::uint64_t seed) {
  Run run = test::failed_run(seed);
  run[0].method = method;
  run[0].dataset = dataset;
  return run;
}

/// Method one reaches 1e-2 on a, but for a run that fails, and 1e-1 on b. Method two reaches 1e-1 on a alone.
ResultsFolder two_problems() {
  return test::certified_results({run_at(1, 1e-2, "one", "a"), failing_run("one", "a", 2),
                                  run_at(2, 1e-1, "two", "a", 1, run_status::target),
                                  run_at(3, 1e-1, "one", "b"), run_at(4, 0.5, "two", "b")});
}

std::vector<Bounds> exactly(const Numbers& values) {
  std::vector<Bounds> bounds;
  for (const double value : values) bounds.push_back({value, value});
  return bounds;
}

/// Exact test by going through all divisions of the values.
double p_by_enumeration(const Numbers& first, const Numbers& second) {
  Numbers all = first;
  all.insert(all.end(), second.begin(), second.end());
  const auto statistic = [&](unsigned chosen) {
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < all.size(); ++k)
        if ((chosen >> i & 1) != 0 && (chosen >> k & 1) == 0) sum += (all[i] < all[k]) - (all[k] < all[i]);
    return std::abs(sum);
  };
  const double seen = statistic((1u << first.size()) - 1);
  double count = 0;
  double extreme = 0;
  for (unsigned chosen = 0; chosen < 1u << all.size(); ++chosen) {
    if (static_cast<std::size_t>(__builtin_popcount(chosen)) != first.size()) continue;
    ++count;
    extreme += statistic(chosen) >= seen;
  }
  return extreme / count;
}

}  // namespace

TEST_CASE("a distribution of runtimes counts pairs of run and target within a time, setup included") {
  ResultsFolder results = two_problems();
  const auto panels = runtime_distributions(results);
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].problems == 2);
  CHECK(panels[0].unsolved == 0);
  const ProfileCurve& one = panels[0].curves[0];
  CHECK(one.pairs == 3 * 6);  // the failed run's pairs are not reached
  REQUIRE(one.costs.size() == 3);
  CHECK_THAT(one.costs[0], WithinRel(0.25 + std::sqrt(0.5), 1e-12));  // 1e-1 on the way to 1e-2
  CHECK(one.costs[1] == 1.25);
  CHECK(one.costs[2] == 3.25);
  CHECK(share_within(one, 1.2499) == 1.0 / 18);
  CHECK(share_within(one, infinity) == 3.0 / 18);
  // A run that was stopped at its target has not reached the harder ones.
  CHECK(panels[0].curves[1].pairs == 2 * 6);
  CHECK(panels[0].curves[1].costs == Numbers{2.25});

  // Equal times make one step of the file; the wide certificate of b leaves a single target.
  results.runs[1].rows = run_at(1, 1e-2, "one", "a", 2);
  results.manifest.optima[1].objective = test::example_bound * (1 + 5e-2);
  const auto again = runtime_distributions(results);
  CHECK(again[0].curves[0].pairs == 2 * 6 + 1);
  const auto steps = test::csv_fields(runtime_csv(results.manifest, again));
  REQUIRE(steps.size() == 4 + 2);
  CHECK(steps[0].at("within") == "0");
  CHECK(steps[0].at("share") == "0");
  CHECK(steps[2].at("within") == "1.25");
  CHECK_THAT(std::stod(steps[2].at("share")), WithinRel(4.0 / 13, 1e-12));
  CHECK(steps[2].at("cost") == "cpu_seconds_with_setup");
  CHECK(steps[2].at("pairs") == "13");

  results.manifest.x_axis = Axis::passes;
  CHECK(runtime_distributions(results)[0].curves[1].costs == Numbers{20});
}

TEST_CASE("a single problem or method, or no arrival, makes no distribution") {
  ResultsFolder results = two_problems();
  results.manifest.optima.pop_back();
  CHECK(runtime_distributions(results).empty());
  CHECK(runtime_distributions(two_problems(), {"one", "-one", "", {0}}).empty());
  // A problem without a certificate is none, and so not unsolved either.
  std::vector<Run> runs = test::rows_of(two_problems());
  for (const char* method : {"one", "two"}) runs.push_back(run_at(1, 1e-2, method, "c"));
  results = test::certified_results(runs);
  results.manifest.optima.pop_back();
  CHECK(runtime_distributions(results).at(0).problems == 2);
  CHECK(runtime_distributions(results).at(0).unsolved == 0);
  results = two_problems();
  for (StoredRun& run : results.runs)
    run.rows = failing_run(run.rows[0].method, run.rows[0].dataset, run.rows[0].seed);
  CHECK(runtime_distributions(results).empty());
}

TEST_CASE("the distribution is drawn from below the first arrival to beyond the last") {
  const test::TemporaryFolder folder;
  ResultsFolder results = two_problems();
  const auto figure = test::written(folder, profile_figure(results.manifest, runtime_distributions(results)));
  CHECK(figure == folder.path() / "figures/example-runtimes.gp");
  const std::string script = test::file_text(figure);
  CHECK_THAT(script, ContainsSubstring("set xlabel 'CPU time (s)'"));
  CHECK_THAT(script, ContainsSubstring("'2 problems, 18 pairs'"));
  CHECK_THAT(test::file_text(folder.path() / "figures/example-runtimes.caption.txt"),
             ContainsSubstring("CPU time includes setup."));
  CHECK_THAT(test::file_text(folder.path() / "figures/example-runtimes/hinge-l1-1-one.dat"),
             StartsWith("# cost share: the staircase\n0.87009707 0\n0.95710678 0.055555556\n1.25 0.11111111\n"
                        "3.25 0.16666667\n3.575 0.16666667\n\n\n"));
  if (test::gnuplot_is_installed()) CHECK(draw_script(figure).size() == 3);
}

TEST_CASE("an expected running time is all time over the number of arrivals") {
  const auto expected = [](std::vector<Run> runs, double target, Axis axis) {
    const ResultsFolder results = test::certified_results(std::move(runs));
    return times_on(axis, time_to_target(run_groups(results).at(0), target)).expected;
  };
  const Run sooner = run_at(1, 1e-2, "m", "a");
  const Run later = run_at(3, 1e-2, "m", "a", 2);
  const Run lost = run_at(3, 0.5, "m", "a", 3);
  CHECK(expected({sooner, later, lost}, 1e-2, Axis::cpu_seconds) == (1 + 3 + 8) / 2.0);
  CHECK(expected({sooner, later, lost}, 1e-2, Axis::cpu_seconds_with_setup) == (1 + 3 + 8 + 0.75) / 2);
  CHECK(expected({sooner, later, lost}, 1e-2, Axis::passes) == 60);
  CHECK(expected({sooner}, 1e-2, Axis::cpu_seconds) == 1);
  CHECK_FALSE(expected({lost}, 1e-2, Axis::cpu_seconds));
  // The time of a failed run is not known.
  CHECK_FALSE(expected({sooner, failing_run("m", "a", 2)}, 1e-2, Axis::cpu_seconds));
}

TEST_CASE("a primal integral is the area under the gap of the last checkpoint") {
  // Gap 1/2 at F = 2 D* until 1.25 s, then 1/5 at F = 1.25 D* until the end of the longest run.
  const Run stopped = test::certified_run({{0, 1}, {1, 0.25}}, "one");
  const Run longer = test::certified_run({{0, 1}, {4, 1}}, "two");
  const auto of = [](const ResultsFolder& results) {
    const auto groups = run_groups(results);
    return primal_integrals(groups.at(0), groups);
  };
  ResultsFolder results = test::certified_results({stopped, longer});
  const auto with_setup = [&] { return of(results)[static_cast<std::size_t>(Axis::cpu_seconds_with_setup)]; };
  CHECK_THAT(with_setup().value(), WithinRel(0.5 * 1.25 + 0.2 * 3, 1e-12));
  CHECK_THAT(of(results)[static_cast<std::size_t>(Axis::passes)].value(),
             WithinRel(0.5 * 10 + 0.2 * 30, 1e-12));
  // A failed run has no iterate at all, and so one that diverges after its last finite objective.
  results.runs[0].rows = test::certified_run({{0, 1}, {1, infinity}}, "one");
  CHECK_THAT(with_setup().value(), WithinRel(0.5 * 1.25 + 3, 1e-12));
  results.runs[0].rows = failing_run("one", "a9a", 1);
  CHECK_FALSE(with_setup());  // no run tells D*
  results.runs.push_back({test::changed(stopped, &ResultRow::seed, 2)});
  CHECK_THAT(with_setup().value(), WithinRel((4.25 + 0.5 * 1.25 + 0.2 * 3) / 2, 1e-12));
  results.manifest.methods[0].sampled_by_tolerance = true;
  CHECK_FALSE(with_setup());
}

TEST_CASE("a shifted geometric mean counts an unsolved problem with the longest run on it") {
  ResultsFolder results = two_problems();
  results.runs.erase(results.runs.begin() + 1);  // the failed one
  const auto means_of = [&](const ManifestPart& part = {}) {
    return geometric_means(results.manifest, time_to_target_rows(results), part);
  };
  const auto means = means_of();
  REQUIRE(means.size() == 2 * std::size(relative_targets));
  CHECK(means[0].method == "one");
  CHECK(means[0].target == 1e-1);
  CHECK(means[0].problems == 2);
  CHECK(means[0].unsolved == 0);
  const double first = 0.25 + std::sqrt(0.5);
  CHECK_THAT(means[0].mean, WithinRel(std::sqrt((first + 0.01) * (3.25 + 0.01)) - 0.01, 1e-12));
  CHECK(means[0].is_least);
  const GeometricMean& two = means[1];
  CHECK(two.method == "two");
  CHECK(two.unsolved == 1);
  CHECK_THAT(two.mean, WithinRel(std::sqrt((2.25 + 0.01) * (8.25 + 0.01)) - 0.01, 1e-12));
  CHECK(means[10].unsolved == 2);
  CHECK_FALSE(means[10].is_least);
  CHECK_THAT(means[10].mean, WithinRel(8.25, 1e-12));
  CHECK_THAT(
      means[0].primal_integral.value(),
      WithinRel(std::sqrt((0.5 * 1.25 + 7 * 1e-2 / 1.01 + 0.01) * (0.5 * 3.25 + 5 * 0.1 / 1.1 + 0.01)) - 0.01,
                1e-12));
  CHECK(means_of({"one", "-one", "", {0}}).empty());
  results.manifest.x_axis = Axis::passes;
  CHECK_THAT(means_of()[10].mean, WithinRel(80, 1e-12));
}

TEST_CASE("geometric means are of the same problems for all methods, and of those alone that can be judged") {
  std::vector<Run> runs = test::rows_of(two_problems());
  runs.push_back(run_at(1, 1e-2, "three", "a"));  // not run on b
  runs[4] = failing_run("two", "b", 1);
  ResultsFolder results = test::certified_results(runs);
  const auto means_of = [&] { return geometric_means(results.manifest, time_to_target_rows(results)); };
  const auto means = means_of();
  REQUIRE(means.size() == 2 * std::size(relative_targets));
  for (const GeometricMean& mean : means) CHECK(mean.method != "three");
  CHECK(means[0].primal_integral);
  CHECK_FALSE(means[1].primal_integral);  // not known on b
  // The wide certificate of b leaves a single target with two problems.
  results.manifest.optima[1].objective = test::example_bound * (1 + 5e-2);
  CHECK(means_of().size() == 2);
}

TEST_CASE("the exact rank test counts all divisions, also with ties and times that never come") {
  const Numbers early{1, 2, 3, 4, 5};
  const Numbers late{6, 7, 8, 9, infinity};
  const RankTest apart = rank_test(exactly(early), exactly(late));
  CHECK(apart.share_ahead == 1);
  CHECK_THAT(apart.p_value, WithinRel(2.0 / 252, 1e-12));
  CHECK(rank_test(exactly(late), exactly(early)).share_ahead == 0);
  const std::pair<Numbers, Numbers> samples[] = {{{1, 2, 2, 5}, {2, 3, 3}},
                                                 {{1, 1, 1}, {1, 1, 2, 2, 2}},
                                                 {{1, infinity, infinity}, {2, 3, 4, infinity}},
                                                 {{3}, {1, 2, 4, 5}},
                                                 {{0.1, 0.2, 0.7, 0.8}, {0.3, 0.4, 0.5, 0.6}}};
  for (const auto& [first, second] : samples)
    CHECK_THAT(rank_test(exactly(first), exactly(second)).p_value,
               WithinRel(p_by_enumeration(first, second), 1e-12));
  CHECK(rank_test(exactly({1}), exactly({2})).p_value == 1);  // one run each decides nothing
  CHECK(rank_test(exactly({infinity, infinity}), exactly({infinity, infinity})).share_ahead == 0.5);

  // Runs that were cut off at 5 are later than 4 and tied with 6 and with never; failed runs with all.
  const std::vector<Bounds> cut_off(5, {5, infinity});
  CHECK(rank_test(exactly({1, 2, 3, 4, 4}), cut_off).share_ahead == 1);
  CHECK(rank_test(exactly({6, 6, 6, 6, infinity}), cut_off).p_value == 1);
  CHECK(rank_test(exactly(early), std::vector<Bounds>(5, {0, infinity})).p_value == 1);
}

TEST_CASE("Holm's correction keeps the order of p values") {
  CHECK(holm_corrected(Numbers{0.01, 0.04, 0.03, 0.005}) == Numbers{0.03, 0.06, 0.06, 0.02});
  CHECK(holm_corrected(Numbers{0.6, 0.7}) == Numbers{1, 1});
  CHECK(holm_corrected(Numbers{}).empty());
}

TEST_CASE("all pairs of methods are compared on each problem to each target") {
  std::vector<Run> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double noise = 0.01 * static_cast<double>(seed);
    runs.push_back(run_at(1 + noise, 1e-2, "one", "a", seed));
    runs.push_back(run_at(2 + noise, 1e-1, "two", "a", seed));
    runs.push_back(seed == 1 ? run_at(0.5, 1e-2, "three", "a")
                             : run_at(1.5 + noise, 1e-2, "three", "a", seed));
  }
  ResultsFolder results = test::certified_results(runs);
  results.manifest.optima[0].objective = test::example_bound * (1 + 5e-6);
  const auto pairs = method_pairs(results, {});
  REQUIRE(pairs.size() == 3 * 5);  // pairs times targets, without 1e-6
  CHECK(pairs[0].method == "one");
  CHECK(pairs[0].rival == "two");
  CHECK(pairs[0].share_ahead == 1);
  CHECK_THAT(pairs[0].p_value, WithinRel(2.0 / 252, 1e-12));
  CHECK_THAT(pairs[0].p_holm, WithinRel(6.0 / 252, 1e-12));
  CHECK(pairs[1].rival == "three");
  CHECK(pairs[1].share_ahead == 0.8);
  CHECK(pairs[1].p_value == p_by_enumeration({2, 3, 4, 5, 6}, {1, 7, 8, 9, 10}));
  CHECK(method_pairs(results, {"own", "-own", "", {0, 1}}).size() == 5);

  const test::TemporaryFolder folder;
  const auto files = test::written(folder, method_tables(results));  // one problem: no means
  REQUIRE(files.size() == 2);
  CHECK(test::csv_fields(test::file_text(files[0])).size() == pairs.size());
  const std::string text = test::file_text(files[1]);
  CHECK_THAT(text, ContainsSubstring("| The one |  | ▲▲··· | △△··· |"));
  CHECK_THAT(text, ContainsSubstring("| The two | ▼▼··· |  | ▼▼··· |"));

  results.runs.erase(results.runs.begin() + 1);  // the first of two
  const MethodPair uneven = method_pairs(results, {}).at(0);
  CHECK(uneven.runs == 5);
  CHECK(uneven.rival_runs == 4);
}

TEST_CASE("means over problems are a table of methods and targets") {
  ResultsFolder results = two_problems();
  results.runs.erase(results.runs.begin() + 1);  // the failed one
  const auto files = method_tables(results);
  REQUIRE(files.size() == 2);
  const TextTable& table = files.at(0).tables.at(0);
  CHECK(table.header == std::vector<std::string>{"method", "primal integral", "1e-1", "1e-2", "1e-3", "1e-4",
                                                 "1e-5", "1e-6"});
  CHECK(table.rows[1][2].text.starts_with("> "));
  CHECK(table.rows[1][2].detail == "(1/2 unsolved)");
  CHECK_FALSE(table.rows[1][2].is_best);
  CHECK(table.rows[0][2].is_best);
  CHECK(table.rows[0][7].detail == "(2/2 unsolved)");
  CHECK(test::csv_fields(files[0].csv).size() == 12);
}

}  // namespace descent
