#include "solvers/problem/regularizer.hpp"

#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"

using namespace descent;

namespace {

template <class Regularizer>
void check_prox() {
  for (const double v : {-3.0, -0.7, -0.2, 0.0, 0.1, 0.5, 2.0, 17.0}) {
    for (const double kappa : {0.0, 0.05, 0.5, 0.7, 3.0}) {
      const auto proximal = [&](double b) { return (b - v) * (b - v) / 2 + kappa * Regularizer::value(b); };
      CAPTURE(v, kappa);
      CHECK(Regularizer::prox(v, kappa) == Approx(test::minimise(proximal, -20, 20)).margin(1e-6));
    }
  }
}

template <class Regularizer>
void check_derivative() {
  const double h = 1e-6;
  for (const double w : {-5.0, -0.3, 0.2, 4.0}) {
    const double finite_difference = (Regularizer::value(w + h) - Regularizer::value(w - h)) / (2 * h);
    CHECK(Regularizer::derivative(w) == Approx(finite_difference).margin(1e-8));
  }
  CHECK(Regularizer::derivative(0) == 0);
}

}  // namespace

TEST_CASE("regularizers: the proximal map is the minimiser found by brute force") {
  check_prox<L1>();
  check_prox<L2>();
  check_prox<NoRegularizer>();
}

TEST_CASE("regularizers: the derivative agrees with finite differences and is 0 at 0") {
  check_derivative<L1>();
  check_derivative<L2>();
  check_derivative<NoRegularizer>();
}

TEST_CASE("regularizers: a soft threshold gives exact zeros without a sign") {
  for (const double v : {-0.5, -0.2, 0.0, 0.5}) {
    CHECK(soft_threshold(v, 0.5) == 0);
    CHECK_FALSE(std::signbit(soft_threshold(v, 0.5)));
  }
}

TEST_CASE("regularizers: kinds, types and names belong together") {
  REQUIRE(regularizers().size() == 4);
  for (const RegularizerDescription& description : regularizers()) {
    with_regularizer(description.kind, [&](auto regularizer) {
      CHECK(regularizer.kind == description.kind);
      CHECK(regularizer.name == description.name);
      CHECK(regularizer.formula == description.formula);
    });
    CHECK(name_of(description.kind) == description.name);
  }
}
