#include "experiments/measure/run_record.hpp"

#include <filesystem>
#include <fstream>
#include <map>

#include "datasets/load_dataset.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_spec.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_folder.hpp"

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
                 std::map<std::string, OptionValue> given = {}, const KnownOptimum* known_optimum = nullptr,
                 RegularizerKind regularizer = RegularizerKind::l2, LossKind loss = LossKind::hinge,
                 std::optional<double> stop_at = {}) {
  const Method& found = find_method(method);
  const ProblemSpec problem{&dataset, loss, regularizer, *parse_lambda("1/m")};
  const RunSpec spec{
      problem,      test::config_called("x"),           &found, "v",
      "label",      OptionValues(found.options, given), 5,      {Axis::passes, passes, 12, stop_at},
      known_optimum};
  return carry_out(spec, spec.problem(), std::filesystem::temp_directory_path());
}

KnownOptimum reference_of(const Dataset& dataset, RegularizerKind regularizer) {
  const ProblemSpec spec{&dataset, LossKind::hinge, regularizer, parse_lambda("1/m").value()};
  return {{.optimum = certify(spec.problem(), {})}, spec, ""};
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
    CHECK(row.setup_seconds > 0);
    CHECK_FALSE(row.dual_value);   // no dual weights
    CHECK_FALSE(row.lower_bound);  // no optimum was given
    CHECK_FALSE(row.suboptimality);
    CHECK_FALSE(row.support_recall);
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

TEST_CASE("residuals stand in the rows of methods that have them, from the first outer iteration on") {
  const Dataset dataset = example();
  for (const ResultRow& row : run_of("nonsmooth_scd", dataset, 3).rows) {
    CHECK_FALSE(row.primal_residual);
    CHECK_FALSE(row.dual_residual);
    CHECK_FALSE(row.outer_iterations);
  }
  const RunRecord record = run_of("admm", dataset, 100, {}, nullptr, RegularizerKind::l2, LossKind::logistic);
  std::uint64_t before = 0;
  for (const ResultRow& row : record.rows) {
    REQUIRE(row.outer_iterations);
    CHECK(*row.outer_iterations >= before);
    CHECK(*row.outer_iterations <= row.updates);
    before = *row.outer_iterations;
    CHECK(row.primal_residual.has_value() == (before > 0));
    CHECK(row.dual_residual.has_value() == (before > 0));
  }
  CHECK(record.rows.front().outer_iterations == 0u);
  CHECK(before > 1);
  CHECK(*record.rows.back().primal_residual < 0.1);
}

TEST_CASE("rounds of communication stand in the rows of methods that processes can share") {
  const Dataset dataset = example();
  const ResultRow last =
      run_of("cocoa", dataset, 10, {}, nullptr, RegularizerKind::l2, LossKind::squared_hinge).rows.back();
  CHECK(last.processes == 1u);
  CHECK(last.rounds > 1u);
  CHECK(last.bytes_sent == 0u);  // one process sends nothing
  CHECK_FALSE(run_of("permuted_dcd", dataset, 10).rows.back().rounds);
}

TEST_CASE("copying large iterates costs more than reading the clock") {
  Dataset dataset;
  dataset.train = test::random_sample(1, 5, 200'000, 0.001);
  const RunCosts costs = run_of("permuted_dcd", dataset, 10).costs;
  CHECK(costs.clock_seconds > 0);
  CHECK(costs.copy_seconds > costs.clock_seconds);
  CHECK(costs.total_seconds > costs.copy_seconds);
}

TEST_CASE("of a method's own lower bounds the best so far counts") {
  Dataset dataset = example();
  test::Dense rows = test::dense(dataset.train.rows);
  for (test::Vector& row : rows)
    for (double& value : row) value *= 10;
  dataset.train = test::sample_of(rows);
  // With such large values, bounds of single iterates of the second method fall.
  for (const std::string method : {"permuted_dcd", "spdc"}) {
    CAPTURE(method);
    const RunRecord record = run_of(method, dataset, 5);
    double best = 0;
    REQUIRE(record.rows.size() > 2);
    for (const ResultRow& row : record.rows) {
      REQUIRE(row.dual_value);
      CHECK(*row.dual_value >= best);
      CHECK(*row.dual_value <= *row.objective + 1e-12);
      CHECK_FALSE(row.lower_bound);
      best = *row.dual_value;
    }
    CHECK((best > 0 || method != "permuted_dcd"));
  }
}

TEST_CASE("a method that forms the Hessian from rows is not charged for columns") {
  Dataset dataset;
  dataset.train = test::random_sample(1, 20'000, 20);
  const Method& method = find_method("proximal_newton");
  std::map<std::string, double> setup;
  for (const std::string hessian : {"gram", "product"}) {
    CHECK(uses_columns(method, OptionValues(method.options, {{"hessian", hessian}}), dataset.train.rows) ==
          (hessian == "product"));
    setup[hessian] = run_of("proximal_newton", dataset, 1, {{"hessian", hessian}}, nullptr,
                            RegularizerKind::l2, LossKind::logistic)
                         .rows.front()
                         .setup_seconds;
  }
  CHECK(setup.at("gram") < 0.5 * setup.at("product"));
}

TEST_CASE("the last row tells how the run ended") {
  const Dataset dataset = example();
  CHECK(run_of("permuted_dcd", dataset, 1e6).rows.back().status == run_status::converged);
  const RunRecord diverged =
      run_of("subgradient", dataset, 1000, {{"step", 1e308}, {"schedule", "inverse_sqrt"}});
  CHECK(diverged.rows.back().status == run_status::diverged);
}

TEST_CASE("suboptimality is the distance from the certified bound, for every method") {
  const Dataset dataset = example();
  const KnownOptimum known = reference_of(dataset, RegularizerKind::l2);
  for (const char* method : {"nonsmooth_scd", "permuted_dcd", "pegasos"}) {
    CAPTURE(method);
    for (const ResultRow& row : run_of(method, dataset, 50, {}, &known).rows) {
      REQUIRE(row.lower_bound);
      CHECK(*row.lower_bound == known.optimum.lower_bound);
      CHECK(*row.suboptimality == *row.objective - *row.lower_bound);
      CHECK_FALSE(row.support_recall);  // only under L1
    }
  }
}

TEST_CASE("a run is at its target when its suboptimality is at most that share of D*") {
  Dataset dataset = example();
  test::Dense rows = test::dense(dataset.train.rows);
  for (test::Vector& row : rows) row[0] += 5;  // nearly separated: D* is small
  dataset.train = test::sample_of(rows);
  const KnownOptimum known = reference_of(dataset, RegularizerKind::l2);
  REQUIRE(known.optimum.lower_bound < 0.1);
  const ResultRow last =
      run_of("batch_comid", dataset, 1e5, {}, &known, RegularizerKind::l2, LossKind::hinge, 0.05).rows.back();
  CHECK(last.status == run_status::target);
  CHECK(*last.suboptimality <= 2 * 0.05 * *last.lower_bound);
}

TEST_CASE("under L1 a run is held against the support of the optimum") {
  const Dataset dataset = example();
  KnownOptimum known = reference_of(dataset, RegularizerKind::l1);
  known.optimum.weights = {1, 0, -2, 0, 0, 0, 0};  // two of seven weights, for any optimum
  const RunRecord record = run_of("batch_comid", dataset, 30, {{"step", 0.1}}, &known, RegularizerKind::l1);
  CHECK(record.rows.front().support_recall == 0.0);
  CHECK(record.rows.front().support_false == 0.0);
  const auto& w = record.final_weights;
  const double found = (w[0] != 0) + (w[2] != 0);
  const auto nonzeros = static_cast<double>(*record.rows.back().nonzeros);
  REQUIRE(nonzeros > 0);
  CHECK(record.rows.back().support_recall == found / 2);
  CHECK(record.rows.back().support_false == (nonzeros - found) / nonzeros);
  known.optimum.weights.assign(7, 0.0);
  CHECK_FALSE(run_of("batch_comid", dataset, 3, {{"step", 0.1}}, &known, RegularizerKind::l1)
                  .rows.back()
                  .support_recall);  // nothing to find
}

TEST_CASE("an objective below the certified bound, or a bound above the optimum, is an error") {
  const Dataset dataset = example();
  KnownOptimum known = reference_of(dataset, RegularizerKind::l2);
  known.optimum.lower_bound *= 1 + 1e-6;
  CHECK_THROWS_AS(run_of("permuted_dcd", dataset, 1e6, {}, &known), RunError);
  known = reference_of(dataset, RegularizerKind::l2);
  known.optimum.objective *= 1 - 1e-6;
  CHECK_THROWS_AS(run_of("permuted_dcd", dataset, 1e6, {}, &known), RunError);
}

TEST_CASE("the columns of a problem are part of the setup of its own runs alone") {
  Dataset large;
  large.train = test::random_sample(1, 20'000, 20);
  Dataset small;
  small.train = test::random_sample(2, 10, 3);
  const Method& method = find_method("nonsmooth_scd");
  REQUIRE(method.walks_columns);
  std::vector<RunSpec> runs;
  for (const Dataset* const dataset : {&large, &small})
    runs.push_back({{dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")},
                    test::config_called("x"),
                    &method,
                    "",
                    "",
                    OptionValues(method.options, {}),
                    1,
                    {Axis::passes, 1, 2}});
  const test::TemporaryFolder folder;
  CurrentProblem current;
  std::map<const Dataset*, double> setup;
  for (const RunSpec& spec : runs) {
    current.prepare(spec);
    setup[spec.dataset] = current.carry_out(spec, folder.path()).rows.front().setup_seconds;
  }
  // Thousands of times more entries, apart from a few common microseconds.
  CHECK(setup.at(&small) < 0.5 * setup.at(&large));
}
