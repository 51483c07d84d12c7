#include "experiments/run_record.hpp"

#include <filesystem>

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;

namespace {

Dataset example() {
  Dataset dataset;
  dataset.name = "example";
  dataset.source = "file";
  dataset.train = test::random_sample(3, 40, 7);
  dataset.test = test::random_sample(4, 10, 7);
  return dataset;
}

RunRecord run_of(const std::string& method, const Dataset& dataset, double passes,
                 std::map<std::string, OptionValue> given = {}) {
  const Method& found = find_method(method);
  const RunSpec spec{"x",
                     &dataset,
                     LossKind::hinge,
                     RegularizerKind::l2,
                     *parse_lambda("1/m"),
                     &found,
                     "v",
                     "label",
                     OptionValues(found.options, given),
                     5,
                     {Axis::passes, passes, 12}};
  const Problem problem(dataset.train, spec.loss, spec.regularizer, spec.lambda_value());
  return carry_out(spec, problem, 100, std::filesystem::temp_directory_path());
}

}  // namespace

TEST_CASE("a run's rows say what was run and what its iterates are worth") {
  const Dataset dataset = example();
  const RunRecord record = run_of("nonsmooth_scd", dataset, 20);
  REQUIRE(record.rows.size() > 5);
  for (std::size_t k = 0; k < record.rows.size(); ++k) {
    const ResultRow& row = record.rows[k];
    CHECK(row.experiment == "x");
    CHECK(row.dataset == "example");
    CHECK(row.source == "file");
    CHECK(row.loss == "hinge");
    CHECK(row.regularizer == "l2");
    CHECK(row.lambda == 1.0 / 40);
    CHECK(row.method == "nonsmooth_scd");
    CHECK(row.variant == "v");
    CHECK(row.seed == 5);
    CHECK(row.checkpoint == k);
    CHECK(row.setup_seconds >= 100);  // the columns were built before, for 100 s
    CHECK_FALSE(row.lower_bound);     // no dual weights
    CHECK_FALSE(row.suboptimality);
    CHECK(row.test_error.has_value());
    CHECK(row.status == (k + 1 < record.rows.size() ? run_status::running : run_status::budget));
  }
  CHECK(record.rows.front().objective == 1.0);
  CHECK(record.rows.front().nonzeros == 0);
  CHECK(record.rows.back().passes >= 20);
  const Problem problem(dataset.train, LossKind::hinge, RegularizerKind::l2, 1.0 / 40);
  CHECK(record.rows.back().objective == problem.objective(record.final_weights));
  CHECK(record.rows.back().density == static_cast<double>(*record.rows.back().nonzeros) / 7);
}

TEST_CASE("the best lower bound so far counts, and suboptimality is the distance from it") {
  const Dataset dataset = example();
  const RunRecord record = run_of("permuted_dcd", dataset, 5);
  double best = 0;
  REQUIRE(record.rows.size() > 2);
  for (const ResultRow& row : record.rows) {
    CHECK(row.setup_seconds < 100);  // does not walk columns
    REQUIRE(row.lower_bound);
    CHECK(*row.lower_bound >= best);
    CHECK(*row.lower_bound <= *row.objective + 1e-12);
    CHECK(*row.suboptimality == *row.objective - *row.lower_bound);
    best = *row.lower_bound;
  }
  CHECK(best > 0);
}

TEST_CASE("the last row tells how the run ended") {
  const Dataset dataset = example();
  CHECK(run_of("permuted_dcd", dataset, 1e6).rows.back().status == run_status::converged);
  const RunRecord diverged =
      run_of("subgradient", dataset, 1000, {{"step", 1e308}, {"schedule", "inverse_sqrt"}});
  CHECK(diverged.rows.back().status == run_status::diverged);
}
