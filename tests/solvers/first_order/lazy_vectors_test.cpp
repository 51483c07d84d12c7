// The heap's projection in cases that a method's iterates do not reach. (stochastic_methods_test.cpp compares
// all lazy vectors with dense ones.)

#include "solvers/first_order/l1_ball.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

template <class Lazy>
Vector weights_in(const Lazy& lazy, std::size_t n) {
  Vector w(n);
  lazy.weights(w);
  return w;
}

constexpr std::size_t n = 30;
const Sample rows_to_add = random_sample(21, 200, static_cast<Index>(n), 0.15);

Line random_row(Random& random) {
  return rows_to_add.rows[static_cast<Index>(random.below(200))];
}

}  // namespace

TEST_CASE("sparse L1 ball: the norm does not creep beyond the radius") {
  Random random(8);
  const double radius = 2;
  SparseL1Ball ball(static_cast<Index>(n), radius, false);
  double largest = 0;
  for (int step = 1; step <= 200'000; ++step) {
    ball.add(random_row(random), 0.3 * random.normal());
    ball.project();
    if (step % 1000 == 0) largest = std::max(largest, norm1(weights_in(ball, n)));
  }
  CHECK(largest <= radius * (1 + 1e-12));
}

TEST_CASE("sparse L1 ball: an addition that cancels a component takes it out") {
  const Sample unit = sample_of({{1, 0}, {0, 1}});
  SparseL1Ball ball(2, 10, true);
  ball.add(unit.rows[0], 2);
  ball.project();
  ball.add(unit.rows[0], -2);
  ball.add(unit.rows[1], -3);
  CHECK(ball.dot(unit.rows[0]) == 0);
  ball.project();
  CHECK(weights_in(ball, 2) == Vector{1, -1.5});  // means of (2, 0) and (0, −3)
}

TEST_CASE("sparse L1 ball: a radius below the rounding of the weights") {
  const Sample unit = sample_of({{1, 0}, {0, 1}});
  SparseL1Ball ball(2, 1e-300, false);
  ball.add(unit.rows[0], 1.5 + 0x1p-52);
  ball.add(unit.rows[1], 1.25 + 0x1p-51);
  ball.project();
  ball.add(unit.rows[0], 4);
  ball.project();
  CHECK(norm1(weights_in(ball, 2)) <= 1e-15);
}

TEST_CASE("sparse L1 ball: weights that overflow are seen") {
  const Sample unit = sample_of({{1, 0}, {0, 1}});
  SparseL1Ball ball(2, 1, false);
  ball.add(unit.rows[0], 1.5e308);
  ball.add(unit.rows[1], 1.5e308);
  ball.project();
  CHECK(norm1(weights_in(ball, 2)) > 1e308);
}
