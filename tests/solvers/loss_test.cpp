#include "solvers/loss.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"

using namespace descent;

namespace {

/// A dual weight a stands for the slope −a of ℓ, so its dual term is −ℓ*(−a) = min_z ℓ(z) + a z.
template <class Loss>
double brute_force_dual_term(double a) {
  const auto line_and_loss = [a](double z) { return Loss::value(z) + a * z; };
  return line_and_loss(test::minimise(line_and_loss, -50, 50));
}

template <class Loss>
void check_loss() {
  for (const double z : {-30.0, -1.5, 0.0, 0.3, 0.999, 1.001, 2.0, 40.0}) {
    const double h = 1e-5;
    const double finite_difference = (Loss::value(z + h) - Loss::value(z - h)) / (2 * h);
    CHECK(Loss::derivative(z) == Approx(finite_difference).margin(1e-9));
  }
  CHECK(Loss::value(1) == 0);
  CHECK(Loss::derivative(1) == 0);
}

}  // namespace

TEST_CASE("losses: the derivative agrees with finite differences and is 0 at the kink") {
  check_loss<Hinge>();
  check_loss<SquaredHinge>();
}

TEST_CASE("losses: the dual term is the conjugate found by brute force") {
  for (const double a : {0.0, 0.1, 0.5, 0.99, 1.0}) {
    CHECK(Hinge::dual_term(a) == Approx(brute_force_dual_term<Hinge>(a)).margin(1e-6));
  }
  for (const double a : {0.0, 0.1, 1.0, 2.0, 3.0, 10.0}) {
    CHECK(SquaredHinge::dual_term(a) == Approx(brute_force_dual_term<SquaredHinge>(a)).margin(1e-6));
  }
}

TEST_CASE("losses: clipping leaves the domain alone and brings the rest to its border") {
  for (const double a : {-3.0, -0.1, 0.0, 0.4, 1.0, 1.7}) {
    CHECK(Hinge::clip_dual(a) == (a < 0 ? 0 : a > 1 ? 1 : a));
    CHECK(SquaredHinge::clip_dual(a) == (a < 0 ? 0 : a));
  }
}

TEST_CASE("losses: kinds, types and names belong together") {
  REQUIRE(losses().size() == 2);
  for (const LossDescription& description : losses()) {
    with_loss(description.kind, [&](auto loss) {
      CHECK(loss.kind == description.kind);
      CHECK(loss.name == description.name);
      CHECK(loss.formula == description.formula);
    });
    CHECK(name_of(description.kind) == description.name);
  }
}
