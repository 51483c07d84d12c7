#include "plots/analysis/geometric_mean.hpp"

#include <cmath>

#include "plots/analysis/time_to_target.hpp"
#include "plots/tables/table_files.hpp"
#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using Run = std::vector<ResultRow>;
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

}  // namespace

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
  // The wide certificate of b leaves a single target with two problems.
  results.manifest.optima[1].objective = test::example_bound * (1 + 5e-2);
  CHECK(means_of().size() == 2);
}

TEST_CASE("means over problems are a table of methods and targets") {
  ResultsFolder results = two_problems();
  results.runs.erase(results.runs.begin() + 1);  // the failed one
  const TableFiles files = geometric_mean_table(results);
  const TextTable& table = files.tables.at(0);
  CHECK(table.header == std::vector<std::string>{"method", "1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6"});
  CHECK(table.rows[1][1].text.starts_with("> "));
  CHECK(table.rows[1][1].detail == "(1/2 unsolved)");
  CHECK_FALSE(table.rows[1][1].is_best);
  CHECK(table.rows[0][1].is_best);
  CHECK(table.rows[0][6].detail == "(2/2 unsolved)");
  CHECK(test::csv_fields(files.csv).size() == 12);
  results.manifest.optima.pop_back();  // one problem has no means
  CHECK(geometric_mean_table(results).csv.empty());
}

}  // namespace descent
