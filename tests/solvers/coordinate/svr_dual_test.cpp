// The one-variable problems of support vector regression's dual.

#include <cmath>

#include "solvers/coordinate/svr_dual.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// One-variable problems with edge cases: bounds, 0, ties, no width, no bound.
struct OneDualVariable {
  SvrDual dual;
  double H;
  double beta;
  double G;

  double bound() const {
    return std::isfinite(dual.U) ? dual.U : std::abs(beta) + (std::abs(G) + dual.epsilon) / H + 1;
  }
};

OneDualVariable random_case(const Problem& problem, Random& random) {
  const auto magnitude = [&](double lowest, double highest) {
    return std::pow(10.0, lowest + (highest - lowest) * random.uniform());
  };
  OneDualVariable one{SvrDual(problem, problem.c()), magnitude(-4, 4), 0, 0};
  SvrDual& dual = one.dual;
  dual.C = random.below(4) == 0 ? magnitude(-8, 8) : magnitude(-2, 2);
  const bool bounded = random.below(2) == 0;
  dual.U = bounded ? dual.C : infinity;
  dual.mu = bounded ? 0 : 1 / (2 * dual.C);
  dual.epsilon = random.below(5) == 0 ? 0 : magnitude(-3, 1);
  one.H += dual.mu;
  one.G = random.normal() * magnitude(-3, 3);
  switch (random.below(6)) {
    case 0:
      break;
    case 1:
      one.beta = bounded ? dual.U : dual.C;
      break;
    case 2:
      one.beta = bounded ? -dual.U : -dual.C;
      break;
    case 3:  // an exact tie: 0 at an end of the subdifferential
      one.G = random.below(2) == 0 ? dual.epsilon : -dual.epsilon;
      break;
    default:
      one.beta = dual.C * (2 * random.uniform() - 1);
  }
  return one;
}

}  // namespace

TEST_CASE("SVR dual: the step in beta finds the minimiser over its variable, edge cases included") {
  const Sample sample = sample_of({{1}});
  const Problem problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 1);
  Random random(103);
  for (int k = 0; k < 4000; ++k) {
    const OneDualVariable one = random_case(problem, random);
    CAPTURE(k, one.dual.U, one.dual.mu, one.dual.epsilon, one.H, one.beta, one.G);
    const double found = one.dual.minimiser(one.beta, one.G, 1 / one.H);
    const auto along = [&](double s) {
      return one.dual.epsilon * std::abs(s) + one.G * (s - one.beta) +
             one.H / 2 * (s - one.beta) * (s - one.beta);
    };
    const double bound = one.bound();
    const double best = minimise(along, -bound, bound);
    const double scale = std::abs(one.beta) + std::abs(found) + std::abs(best);
    REQUIRE(std::abs(found) <= one.dual.U);
    const double rounding = 1e-14 * (std::abs(one.G) + one.dual.epsilon + one.H * scale);
    REQUIRE(along(found) <= along(best) + rounding * scale);
    REQUIRE(std::abs(found - best) <= 1e-6 * bound);

    // A variable is at its minimiser exactly if nothing is violated; only then can it be settled.
    const double violation = one.dual.violation(one.beta, one.G);
    REQUIRE(violation >= 0);
    if (found == one.beta) REQUIRE(violation <= rounding);
    if (violation == 0) REQUIRE(std::abs(found - one.beta) * one.H <= rounding);
    if (one.dual.settled(one.beta, one.G, 0)) {
      REQUIRE(found == one.beta);
      REQUIRE(violation == 0);
      const double slack = random.uniform();
      for (const double change : {-slack, slack}) {
        if (one.dual.settled(one.beta, one.G, slack))
          REQUIRE(one.dual.minimiser(one.beta, one.G + change, 1 / one.H) == one.beta);
      }
    }
  }
}

TEST_CASE("SVR dual: the step in one half finds the minimiser over its variable, edge cases included") {
  const Sample sample = sample_of({{1}});
  const Problem problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 1);
  Random random(104);
  for (int k = 0; k < 2000; ++k) {
    OneDualVariable one = random_case(problem, random);
    one.beta = std::abs(one.beta);
    if (random.below(10) == 0) one.G = 0;
    CAPTURE(k, one.dual.U, one.dual.mu, one.H, one.beta, one.G);
    const double found = one.dual.half_minimiser(one.beta, one.G, 1 / one.H);
    const auto along = [&](double s) {
      return one.G * (s - one.beta) + one.H / 2 * (s - one.beta) * (s - one.beta);
    };
    REQUIRE(found >= 0);
    REQUIRE(found <= one.dual.U);
    REQUIRE(std::abs(found - minimise(along, 0, one.bound())) <= 1e-6 * one.bound());
    const double violation = one.dual.half_violation(one.beta, one.G);
    const double rounding = 1e-14 * (std::abs(one.G) + one.H * (one.beta + found));
    if (found == one.beta) REQUIRE(violation <= rounding);
    if (violation == 0) REQUIRE(std::abs(found - one.beta) * one.H <= rounding);
    if (one.dual.half_settled(one.beta, one.G, 0)) {
      REQUIRE(found == one.beta);
      REQUIRE(violation == 0);
    }
  }
}

TEST_CASE("SVR dual: a row without curvature has its minimiser at a corner") {
  const Sample sample = sample_of({{1}});
  Random random(105);
  for (int k = 0; k < 1000; ++k) {
    const double C = std::pow(10.0, 4 * random.normal());
    SvrDual dual(Problem(sample, LossKind::epsilon_insensitive, RegularizerKind::l2, 1 / C), C);
    dual.epsilon = random.below(5) == 0 ? 0 : std::abs(random.normal());
    const double y = 2 * random.normal();
    const auto along = [&](double beta) { return dual.epsilon * std::abs(beta) - y * beta; };
    CHECK(dual.flat_minimiser(y) == Approx(minimise(along, -dual.U, dual.U)).margin(1e-6 * dual.U));
    CHECK(dual.flat_minimiser(dual.epsilon) == 0);
    CHECK(dual.flat_minimiser(-dual.epsilon) == 0);
  }
}
