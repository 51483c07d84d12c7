// The simple upper bound of F(w): never below F in more precision, and near it.

#include "solvers/problem/objective_bound.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("the simple bound of F is not below the exact value, and at most a little above") {
  Random random(7);
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Sample sample = random_sample(seed, 40, 9);
      if (seed % 2 == 1)
        for (Index i = 0; i < 40; ++i) sample.row_weights.push_back(std::exp(3 * random.normal()));
      const Problem problem(sample, loss, RegularizerKind::l2, 1e-4);
      const ObjectiveBound bound(problem);
      const Vector w = random_vector(9, std::pow(10.0, random.uniform() * 8 - 4), random);
      const double objective = problem.objective(w);
      const double above = bound.above(objective, w);
      CHECK(above >= problem.evaluate_from_above(w).objective);
      CHECK(above <= objective * (1 + 1e-10));
    }
  }
}

TEST_CASE("the simple bound covers margins whose terms cancel at the kink") {
  // z = 1 in exact arithmetic of neighbouring values: F is of the size of the rounding.
  const Sample sample = sample_of({{3, 1e7, -1e7}, {3, 1e7, -1e7}});
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
    const Problem problem(sample, loss, RegularizerKind::l2, 1e-12);
    const ObjectiveBound bound(problem);
    for (const double share : {1.0 / 3, std::nextafter(1.0 / 3, 0), std::nextafter(1.0 / 3, 1)}) {
      const Vector w{share, 0.1, 0.1};
      CHECK(bound.above(problem.objective(w), w) >= problem.evaluate_from_above(w).objective);
    }
  }
}

TEST_CASE("in regression the simple bound of F says nothing") {
  const Sample sample = random_sample(1, 20, 4);
  const Problem problem(sample, LossKind::squared, RegularizerKind::l2, 0.1);
  CHECK(ObjectiveBound(problem).above(1, Vector(4, 0.0)) == infinity);
}
