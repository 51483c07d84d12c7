#include "solvers/first_order/l1_ball.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Vector projected(Vector w, double radius) {
  Vector scratch(w.size());
  project_onto_l1_ball(w, radius, scratch);
  return w;
}

}  // namespace

TEST_CASE("L1 ball: pivoting and sorting find the same projection") {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    Vector w = random_vector(1 + random.below(60), 1, random);
    if (trial % 3 == 0) {
      for (double& w_j : w) w_j = std::round(2 * w_j) / 2;  // ties and zeros
    }
    const double radius = std::pow(10.0, 3 * random.uniform() - 2);
    CHECK(difference(projected(w, radius), project_by_sorting(w, radius)) < 1e-13);
  }
}

TEST_CASE("L1 ball: the projection is nearer than any other point of the ball") {
  Random random(6);
  const Vector w = random_vector(12, 2, random);
  const Vector nearest = projected(w, 3);
  CHECK(norm1(nearest) == Approx(3));
  const auto squared_distance = [&](const Vector& v) {
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j) sum += (v[j] - w[j]) * (v[j] - w[j]);
    return sum;
  };
  for (int trial = 0; trial < 1000; ++trial) {
    Vector other = nearest;
    for (double& v_j : other) v_j += 0.1 * random.normal();
    const double norm = norm1(other);
    if (norm > 3) {
      for (double& v_j : other) v_j *= 3 / norm;
    }
    CHECK(squared_distance(other) >= squared_distance(nearest));
  }
}

TEST_CASE("L1 ball: what lies inside stays, and equal magnitudes share equally") {
  CHECK(projected({0.5, -0.25, 0}, 1) == Vector{0.5, -0.25, 0});
  CHECK(projected({}, 1).empty());
  CHECK(projected({2, -2, 2, -2}, 4) == Vector{1, -1, 1, -1});
  CHECK(projected({-7}, 2) == Vector{-2});
}

TEST_CASE("L1 ball: a radius below the rounding error of the norm gives finite numbers") {
  Random random(7);
  for (const double w_j : projected(random_vector(1000, 1e12, random), 1e-9)) CHECK(std::isfinite(w_j));
  for (const double w_j : projected(Vector(1000, 1e12 / 3), 1e-9)) CHECK(std::isfinite(w_j));
}
