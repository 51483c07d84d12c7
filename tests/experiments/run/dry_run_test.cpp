#include "experiments/run/experiment.hpp"

#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;

TEST_CASE("expected times are told in seconds, minutes or hours") {
  CHECK(time_text(0.2) == "1 s");
  CHECK(time_text(10.2) == "11 s");
  CHECK(time_text(89) == "89 s");
  CHECK(time_text(120) == "2 min");
  CHECK(time_text(5340) == "89 min");
  CHECK(time_text(9000) == "2.5 h");
}

TEST_CASE(
    "expected are the budget's seconds or walks, and walks over training and test rows at checkpoints") {
  Dataset dataset;
  dataset.train = test::random_sample(1, 40, 6);
  const Method& method = find_method("pegasos");
  const auto expected = [&](Axis axis = Axis::passes, std::int64_t checkpoints = 10) {
    const RunSpec spec{{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")},
                       "x",
                       &method,
                       "",
                       "",
                       OptionValues(method.options, {}),
                       1,
                       {axis, 3, checkpoints}};
    return expected_time(spec);
  };
  const double walk = static_cast<double>(dataset.train.rows.nonzeros()) / 3e8;
  CHECK(expected().work_seconds == Approx(3 * walk));
  CHECK(expected(Axis::cpu_seconds).work_seconds == 3);
  CHECK(expected().evaluation_seconds == Approx(10 * 2.2 * walk));
  CHECK(expected(Axis::passes, 20).evaluation_seconds == Approx(20 * 2.2 * walk));
  dataset.test = dataset.train;
  CHECK(expected().evaluation_seconds == Approx(10 * 3.2 * walk));
}
