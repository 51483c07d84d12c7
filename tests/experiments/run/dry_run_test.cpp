#include "experiments/run/dry_run.hpp"

#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;

TEST_CASE("expected times are told in seconds, minutes or hours") {
  CHECK(time_text(0.2) == "1 s");
  CHECK(time_text(89) == "89 s");
  CHECK(time_text(120) == "2 min");
  CHECK(time_text(9000) == "2.5 h");
}

TEST_CASE("evaluation is expected to walk over training and test rows at each checkpoint") {
  Dataset dataset;
  dataset.train = test::random_sample(1, 40, 6);
  const Method& method = find_method("pegasos");
  const auto evaluation = [&] {
    const RunSpec spec{{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")},
                       "x",
                       &method,
                       "",
                       "",
                       OptionValues(method.options, {}),
                       1,
                       {Axis::passes, 3, 10}};
    return expected_time(spec).evaluation_seconds;
  };
  const double without = evaluation();
  CHECK(without > 0);
  dataset.test = dataset.train;
  CHECK(evaluation() == Approx(without * 3.2 / 2.2));
}
