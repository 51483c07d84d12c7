#include "experiments/run/experiment.hpp"

#include "tests/catch.hpp"
#include "tests/experiments/run_spec.hpp"
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
  const auto expected = [&](Axis axis = Axis::passes, std::int64_t checkpoints_a_decade = 10) {
    return expected_time(
        test::run_spec_of(dataset, LossKind::hinge, "pegasos", {axis, 3, checkpoints_a_decade}));
  };
  const double walk = static_cast<double>(dataset.train.rows.nonzeros()) / 3e8;
  CHECK(expected().work_seconds == Approx(3 * walk));
  CHECK(expected(Axis::cpu_seconds).work_seconds == 3);
  CHECK(expected().evaluation_seconds == Approx(36 * 2.2 * walk));  // 0.001 to 3
  CHECK(expected(Axis::passes, 20).evaluation_seconds == Approx(71 * 2.2 * walk));
  dataset.test = dataset.train;
  CHECK(expected().evaluation_seconds == Approx(36 * 3.2 * walk));
}
