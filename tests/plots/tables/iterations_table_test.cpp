// The table of iterations, for methods with an outer and an inner loop.

#include "plots/analysis/iterations.hpp"
#include "plots/tables/table_files.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// An outer iteration at a checkpoint of the example.
struct Outer {
  std::uint64_t updates;
  std::uint64_t outer_iterations;
};

std::vector<ResultRow> split_run(const std::vector<Outer>& checkpoints, std::uint64_t seed = 1) {
  std::vector<test::Step> steps;
  for (std::size_t k = 0; k < checkpoints.size(); ++k) steps.push_back({static_cast<double>(k), 0.1});
  auto rows = test::certified_run(steps, "split", seed);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].updates = checkpoints[k].updates;
    rows[k].outer_iterations = checkpoints[k].outer_iterations;
  }
  rows.back().train_error = 0.25;
  rows.back().test_error = 0.3;
  return rows;
}

/// A method with outer iterations and one without, on 4 training and 10 test rows.
ResultsFolder example(const std::vector<Outer>& checkpoints) {
  auto plain = test::certified_run({{0, 1}, {1, 0.1}}, "plain");
  plain.back().updates = 1234;
  auto results = test::certified_results({plain, split_run(checkpoints), split_run({{0, 0}, {9, 0}}, 2)});
  results.manifest.datasets[0].test_rows = 10;
  return results;
}

}  // namespace

TEST_CASE("iterations of the first outer step are exact where checkpoints are dense, else between two") {
  auto rows = iterations_rows(example({{0, 0}, {29, 0}, {30, 1}, {40, 2}}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].method == "plain");
  CHECK(rows[0].iterations == 1234);
  CHECK_FALSE(rows[0].outer_iterations);
  CHECK_FALSE(rows[0].first_outer_within);
  CHECK(rows[1].iterations == 40);
  CHECK(rows[1].outer_iterations == 2u);
  CHECK(rows[1].first_outer_above == 29u);
  CHECK(rows[1].first_outer_within == 30u);
  CHECK(rows[1].train_errors == 1u);
  CHECK(rows[1].test_errors == 3u);
  CHECK(rows[2].seed == 2);
  CHECK_FALSE(rows[2].first_outer_within);  // not complete at the end

  const test::TemporaryFolder folder;
  const auto text_for = [&](const std::vector<Outer>& checkpoints) {
    return test::file_text(test::written(folder, std::vector{iterations_table(example(checkpoints))}).at(1));
  };
  const std::string dense = text_for({{0, 0}, {29, 0}, {30, 1}, {40, 2}});
  CHECK_THAT(dense, ContainsSubstring("### a9a, hinge + l1, λ = 1/m"));
  CHECK_THAT(dense, ContainsSubstring("| The plain | 1,234 | — | — | 1 of 4 | — | budget |"));
  CHECK_THAT(dense, ContainsSubstring("| The split | 40 | 30 | 2 | 1 of 4 | 3 of 10 | budget |"));
  CHECK_THAT(text_for({{0, 0}, {16, 0}, {41, 3}}),
             ContainsSubstring("| The split | 41 | 17 to 41 | 3 | 1 of 4 | 3 of 10 | budget |"));
  ResultsFolder stopped = example({{0, 0}, {30, 1}});
  stopped.runs[0].rows.back().status = run_status::stopped;
  const double excess = excess_over(stopped.manifest.optima.at(0), *stopped.runs[0].rows.back().objective);
  CHECK(iterations_table(stopped).tables.at(0).rows.at(0).back().text ==
        "its own rule, " + short_number(100 * excess) + " % above the optimum");
  CHECK(
      read_table(iterations_columns(), folder.path() / "tables" / "iterations.csv").at(1).first_outer_above ==
      16u);
}

TEST_CASE("regression has no misclassified rows, and folders without outer iterations no table") {
  const auto loss =
      GENERATE(as<std::string>{}, "epsilon_insensitive", "squared_epsilon_insensitive", "squared");
  CAPTURE(loss);
  auto results = example({{0, 0}, {30, 1}});
  results.runs = test::changed(std::move(results.runs), &ResultRow::loss, loss);
  results.manifest.losses = {loss};
  CHECK_FALSE(iterations_rows(results).at(1).train_errors);
  const test::TemporaryFolder folder;
  const auto plain = test::certified_results({test::certified_run({{0, 1}, {1, 0.1}}, "plain")});
  CHECK(test::written(folder, std::vector{iterations_table(plain)}).empty());
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace descent
