#include "solvers/problem/loss.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "solvers/problem/loss_batch.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"

using namespace descent;

namespace {

/// A dual weight a means the slope −a of ℓ, so its dual term is −ℓ*(−a) = min_z ℓ(z) + a z.
template <class Loss>
double brute_force_dual_term(const Loss& loss, double a) {
  const auto line_and_loss = [&](double z) { return loss.value(z) + a * z; };
  return line_and_loss(test::minimise(line_and_loss, -50, 50));
}

constexpr double points[]{-30.0, -1.5, -0.301, -0.299, 0.0, 0.299, 0.301, 0.999, 1.001, 2.0, 40.0};

template <class Loss>
double slope(const Loss& loss, double z) {
  const double h = 1e-5;
  return (loss.value(z + h) - loss.value(z - h)) / (2 * h);
}

template <class Loss>
void check_dual_terms(const Loss& loss, std::initializer_list<double> domain) {
  for (const double a : domain) {
    CAPTURE(loss.name, a);
    CHECK(loss.dual_term(a) == Approx(brute_force_dual_term(loss, a)).margin(1e-6));
    CHECK(loss.clip_dual(a) == a);
  }
}

}  // namespace

TEST_CASE("losses: the derivative agrees with finite differences and is 0 at the kink") {
  for (const LossDescription& description : losses()) {
    with_loss(description.kind, 0.3, [&](auto loss) {
      for (const double z : points) {
        CAPTURE(description.name, z);
        CHECK(loss.derivative(z) == Approx(slope(loss, z)).margin(1e-9));
      }
    });
  }
  CHECK(Hinge::derivative(1) == 0);
  CHECK_FALSE(std::signbit(Hinge::derivative(2)));
  CHECK(Hinge::derivative(std::nan("")) == 0);
  CHECK(SquaredHinge::derivative(1) == 0);
  CHECK(EpsilonInsensitive{0.5}.derivative(0.5) == 0);
  CHECK(EpsilonInsensitive{0.5}.derivative(-0.5) == 0);
  CHECK(SquaredEpsilonInsensitive{0.5}.derivative(-0.5) == 0);
}

TEST_CASE("losses: the second derivative of a smooth one agrees with finite differences, within its bound") {
  for (const LossDescription& description : losses()) {
    with_loss(description.kind, 0.3, [&](auto loss) {
      if constexpr (loss.smooth) {
        for (const double z : points) {
          CAPTURE(description.name, z);
          const double h = 1e-5;
          const double finite_difference = (loss.derivative(z + h) - loss.derivative(z - h)) / (2 * h);
          CHECK(loss.second_derivative(z) == Approx(finite_difference).margin(1e-9));
          CHECK(loss.second_derivative(z) <= loss.curvature);
        }
      }
    });
  }
}

TEST_CASE("losses: the logistic loss neither overflows nor loses what is small") {
  CHECK(Logistic::value(-1e6) == 1e6);
  CHECK(Logistic::value(800.0) == 0);
  CHECK(Logistic::value(40.0) == Approx(std::exp(-40.0)));
  CHECK(Logistic::derivative(-1e6) == -1);
  CHECK(Logistic::derivative(40) == Approx(-std::exp(-40.0)));
  CHECK(Logistic::second_derivative(-40) == Approx(std::exp(-40.0)));
}

TEST_CASE("losses: the dual term is the conjugate found by brute force") {
  check_dual_terms(Hinge{}, {0.0, 0.1, 0.5, 0.99, 1.0});
  check_dual_terms(SquaredHinge{}, {0.0, 0.1, 1.0, 2.0, 3.0, 10.0});
  check_dual_terms(Logistic{}, {0.0, 1e-6, 0.1, 0.5, 0.99, 1.0});
  check_dual_terms(EpsilonInsensitive{0.3}, {-1.0, -0.5, 0.0, 0.2, 1.0});
  check_dual_terms(SquaredEpsilonInsensitive{0.3}, {-7.0, -0.5, 0.0, 0.2, 3.0});
  with_loss(LossKind::squared, 0.3, [](auto loss) { check_dual_terms(loss, {-7.0, -0.5, 0.0, 0.2, 3.0}); });
}

TEST_CASE("losses: clipping leaves the domain alone and brings the rest to its border") {
  for (const double a : {-3.0, -0.1, 0.0, 0.4, 1.0, 1.7}) {
    CHECK(Hinge::clip_dual(a) == (a < 0 ? 0 : a > 1 ? 1 : a));
    CHECK(SquaredHinge::clip_dual(a) == (a < 0 ? 0 : a));
    CHECK(Logistic::clip_dual(a) == (a < 0 ? 0 : a > 1 ? 1 : a));
    CHECK(EpsilonInsensitive::clip_dual(a) == (a < -1 ? -1 : a > 1 ? 1 : a));
    CHECK(SquaredEpsilonInsensitive::clip_dual(a) == a);
  }
}

TEST_CASE("losses: the squared loss is the square, with its derivatives, at 0 as elsewhere") {
  with_loss(LossKind::squared, 0.3, [](auto loss) {
    if constexpr (loss.smooth) {
      for (const double z : points) {
        CAPTURE(z);
        CHECK(loss.value(z) == z * z);
        CHECK(loss.derivative(z) == 2 * z);
        CHECK(loss.second_derivative(z) == 2);
        CHECK(loss.dual_term(z) == -z * z / 4);
        for (const double s : points) CHECK(loss.above_tangent(z, s) == Approx(s * s).margin(1e-12));
      }
    }
  });
}

TEST_CASE("losses: kinds, types and names belong together") {
  REQUIRE(losses().size() == 6);
  for (const LossDescription& description : losses()) {
    with_loss(description.kind, 0.1, [&](auto loss) {
      CHECK(loss.task == description.task);
      CHECK(loss.kind == computed_as(description.kind));
      CHECK(description.has_epsilon == description.name.ends_with("epsilon_insensitive"));
      if (description.kind == LossKind::squared) return;  // another name for a type with ε = 0
      CHECK(loss.name == description.name);
      CHECK(loss.formula == description.formula);
    });
    CHECK(name_of(description.kind) == description.name);
  }
}

TEST_CASE("losses: a batch of rows has the values of single rows, up to rounding") {
  std::mt19937_64 random(1);
  std::vector<double> arguments{0.0,  -0.0,  5e-324, -1e-300, 1e-17,  36.7,
                                37.5, -37.5, 708.0,  709.8,   5000.0, -5000.0};
  std::normal_distribution<double> normal;
  for (const double scale : {1e-9, 1e-3, 1.0, 10.0, 100.0}) {
    for (int k = 0; k < 400; ++k) arguments.push_back(scale * normal(random));
  }
  const auto near = [](double value) { return Approx(value).epsilon(1e-15).margin(1e-300); };
  for (const LossDescription& description : losses()) {
    with_loss(description.kind, 0.3, [&](auto loss) {
      if constexpr (loss.smooth) {
        for_each_batch(0, arguments.size(), [&](std::size_t first, std::size_t count) {
          const std::span z = std::span(arguments).subspan(first, count);
          const LossBatch batch(loss, RowBatch(z));
          for (const double length : {1e-6, 9e-5, 3e-3, 0.7, 3.0}) {
            RowBatch steps;
            for (std::size_t k = 0; k < count; ++k) steps[k] = length * normal(random);
            const RowBatch above = batch.above_tangent(steps);
            for (std::size_t k = 0; k < count; ++k) {
              CAPTURE(description.name, z[k], steps[k]);
              const bool is_short = std::abs(steps[k]) <= Logistic::short_step;
              CHECK(above[k] == Approx(loss.above_tangent(z[k], steps[k]))
                                    .epsilon(1e-13)
                                    .margin(is_short ? 1e-300 : 4e-16 * std::max(1.0, std::abs(steps[k]))));
            }
          }
          for (std::size_t k = 0; k < count; ++k) {
            CAPTURE(description.name, z[k]);
            CHECK(batch.value()[k] == near(loss.value(z[k])));
            CHECK(batch.derivative()[k] == near(loss.derivative(z[k])));
            CHECK(batch.second_derivative()[k] == near(loss.second_derivative(z[k])));
          }
        });
      }
    });
  }
}

TEST_CASE("losses: no number of a batch hides one that is not finite") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> z{nan, inf, -inf, 1.0};
  const LossBatch batch(Logistic{}, RowBatch(z));
  CHECK(std::isnan(batch.value()[0]));
  CHECK(std::isnan(batch.derivative()[0]));
  CHECK(std::isnan(batch.second_derivative()[0]));
  CHECK(batch.value()[1] == 0);
  CHECK(batch.derivative()[1] == 0);
  CHECK(batch.second_derivative()[2] == 0);
  CHECK(batch.value()[2] == inf);
  CHECK(batch.derivative()[2] == -1);
  CHECK(batch.value()[3] == Approx(Logistic::value(1.0)));
}
