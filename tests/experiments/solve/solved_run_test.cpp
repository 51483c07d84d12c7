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
