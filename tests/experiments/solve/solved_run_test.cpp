#include "experiments/solve/solved_run.hpp"

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/experiments/run_spec.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("a file of weights counts features as the file of the rows does") {
  Dataset dataset{.name = "x", .task = Task::regression};
  dataset.train = random_regression_sample(1, 5, 3);
  const RunSpec spec = run_spec_of(dataset, LossKind::epsilon_insensitive, "svr_dual_cd");
  RunRecord record;
  record.rows.resize(1);
  record.final_weights = {1, -2, 0.5};
  for (const Index base : {0, 1}) {
    dataset.index_base = base;
    CHECK_THAT(weights_text(spec, record),
               EndsWith(fmt::format("\n# the weights of features {} to {}, one a line\n1\n-2\n0.5\n", base,
                                    base + 2)));
  }
}

TEST_CASE("a Newton step's bound is tried after a run that ended by itself, in its budget, and counted") {
  Dataset dataset;
  dataset.train = random_sample(3, 60, 8);
  const RunSpec spec = run_spec_of(dataset, LossKind::logistic, "lbfgs");
  const Problem problem = spec.problem();
  const auto tightened = [&](std::string_view status, double most_seconds) {
    RunRecord record;
    record.rows.resize(1);
    record.rows.front().status = status;
    record.final_weights.assign(8, 0.0);
    SolvedRun run(spec, problem, record);
    run.tighten_bounds(most_seconds);
    return run;
  };
  for (const std::string_view status : {run_status::converged, run_status::stalled, run_status::limit}) {
    const SolvedRun run = tightened(status, 600);
    CHECK(run.lower_bound > 0);
    CHECK(run.last().passes >= 3);  // two walks and products
    CHECK(run.last().passes <= 60);
    CHECK(run.last().entries_touched ==
          Approx(run.last().passes * static_cast<double>(dataset.train.rows.nonzeros())));
    CHECK(run.last().cpu_seconds > 0);
    CHECK(run.last().wall_seconds > 0);
  }
  for (const SolvedRun& run : {tightened(run_status::budget, 600), tightened(run_status::diverged, 600),
                               tightened(run_status::converged, 0)}) {
    CHECK(run.lower_bound == -infinity);
    CHECK(run.last().passes == 0);
  }
}

TEST_CASE("a run's lower bound is the largest that it was given") {
  Dataset dataset;
  dataset.train = random_sample(3, 60, 8);
  const RunSpec spec = run_spec_of(dataset, LossKind::logistic, "lbfgs");
  const Problem problem = spec.problem();
  RunRecord record;
  record.rows.resize(1);
  record.final_weights.assign(8, 0.0);
  SolvedRun run(spec, problem, record);
  for (const double bound : {0.25, -1.0, std::nan("")}) run.raise_lower_bound(bound);
  CHECK(run.lower_bound == 0.25);
  CHECK(run.last().dual_value == 0.25 * run.objective_scale);
}
