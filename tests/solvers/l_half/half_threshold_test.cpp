#include "solvers/l_half/half_penalty.hpp"

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"

using namespace descent;
using namespace descent::test;

namespace {

double function(double b, double c, double kappa) {
  return (b - c) * (b - c) + kappa * std::sqrt(std::abs(b));
}

/// f'(b) times √b/2 at b = t², for c > 0.
double cubic(double t, double c, double kappa) {
  return t * t * t - c * t + kappa / 4;
}

/// The global minimiser by a grid over b = t² between 0 and c, refined around its best point. Outside [0, c]
/// both parts of f are larger than at one of its ends.
double brute_force(double c, double kappa) {
  constexpr int points = 1000;
  const double end = std::sqrt(std::abs(c));
  const auto at = [&](double t) { return function(std::copysign(t * t, c), c, kappa); };
  int best = 0;
  for (int k = 1; k <= points; ++k) {
    if (at(end * k / points) < at(end * best / points)) best = k;
  }
  const double t =
      minimise(at, end * std::max(best - 1, 0) / points, end * std::min(best + 1, points) / points);
  return at(t) < at(0) ? std::copysign(t * t, c) : 0.0;
}

double log_uniform(Random& random, double lowest, double highest) {
  return std::pow(10, lowest + (highest - lowest) * random.uniform());
}

double signed_log_uniform(Random& random, double lowest, double highest) {
  return std::copysign(log_uniform(random, lowest, highest), random.uniform() - 0.5);
}

}  // namespace

TEST_CASE("half threshold: global is the global minimiser, by brute force") {
  Random random(301);
  int zeros = 0;
  for (int k = 0; k < 3000; ++k) {
    const double c = signed_log_uniform(random, -3, 3);
    // Around the threshold in two of three cases.
    const double kappa =
        k % 3 == 0 ? log_uniform(random, -6, 5) : std::pow(std::abs(c), 1.5) * log_uniform(random, -0.5, 0.5);
    const double b = half_threshold(c, kappa);
    const double best = brute_force(c, kappa);
    CAPTURE(c, kappa, b, best);
    REQUIRE(function(b, c, kappa) <= function(best, c, kappa) * (1 + 1e-12));
    // Within rounding of the threshold, 0 and the other minimiser are equally good.
    if (std::abs(std::abs(c) / half_threshold_point(kappa, HalfThreshold::global) - 1) > 1e-6)
      REQUIRE(b == Approx(best).epsilon(1e-6));
    zeros += b == 0;
  }
  CHECK(zeros > 500);
  CHECK(zeros < 2500);
}

TEST_CASE("half threshold: stationary is the larger stationary point wherever there is one") {
  Random random(302);
  int between = 0;
  for (int k = 0; k < 3000; ++k) {
    const double c = signed_log_uniform(random, -3, 3);
    const double magnitude = std::abs(c);
    const double kappa = std::pow(magnitude, 1.5) * log_uniform(random, -1, 0.5);
    const double b = half_threshold(c, kappa, HalfThreshold::stationary);
    CAPTURE(c, kappa, b);
    // The cubic falls from κ/4 to its minimum in √(c/3) and rises from there.
    const double at_minimum = cubic(std::sqrt(magnitude / 3), magnitude, kappa);
    if (b == 0) {
      REQUIRE(at_minimum >= -1e-12 * kappa);
      continue;
    }
    REQUIRE(std::signbit(b) == std::signbit(c));
    REQUIRE(std::abs(b) >= magnitude / 3 * (1 - 1e-6));
    REQUIRE(std::abs(cubic(std::sqrt(std::abs(b)), magnitude, kappa)) <=
            1e-12 * kappa + 1e-13 * std::pow(magnitude, 1.5));
    const double global = half_threshold(c, kappa);
    if (global != 0) REQUIRE(b == global);
    if (global == 0) {
      REQUIRE(function(b, c, kappa) >= function(0, c, kappa) * (1 - 1e-12));
      ++between;
    }
  }
  CHECK(between > 100);
}

TEST_CASE("half threshold: at its thresholds it leaves 0 for the values that the derivation gives") {
  for (const double kappa : {1e-200, 1e-6, 0.3, 1.0, 7.0, 1e5, 1e200}) {
    const double global = half_threshold_point(kappa, HalfThreshold::global);
    const double stationary = half_threshold_point(kappa, HalfThreshold::stationary);
    CAPTURE(kappa);
    CHECK(global == Approx(std::cbrt(54.0) / 4 * std::pow(kappa, 2.0 / 3.0)).epsilon(1e-12));
    CHECK(stationary == Approx(0.75 * std::pow(kappa, 2.0 / 3.0)).epsilon(1e-12));
    CHECK(half_threshold(global, kappa) == 0);
    CHECK(half_threshold(-global, kappa) == 0);
    CHECK(half_threshold(stationary, kappa, HalfThreshold::stationary) == 0);
    const double beyond = 1 + 1e-12;
    CHECK(half_threshold(global * beyond, kappa) == Approx(std::pow(kappa / 2, 2.0 / 3.0)).epsilon(1e-9));
    CHECK(half_threshold(-global * beyond, kappa) == Approx(-std::pow(kappa / 2, 2.0 / 3.0)).epsilon(1e-9));
    // A double root of the cubic: the root's error is the square root of c's error.
    CHECK(half_threshold(stationary * beyond, kappa, HalfThreshold::stationary) ==
          Approx(stationary / 3).epsilon(1e-5));
  }
}

TEST_CASE("half threshold: no penalty, infinite penalty, signs and the ends of the range of doubles") {
  for (const HalfThreshold kind : {HalfThreshold::global, HalfThreshold::stationary}) {
    for (const double c : {1e-200, 1e-3, 1.0, 1e200}) {
      CHECK(half_threshold(c, 0, kind) == Approx(c).epsilon(1e-15));
      CHECK(half_threshold(c, 1e-12 * std::pow(c, 1.5), kind) == Approx(c).epsilon(1e-11));
      CHECK(half_threshold(c, infinity, kind) == 0);
      CHECK(half_threshold(-c, 0, kind) == -half_threshold(c, 0, kind));
    }
    CHECK(half_threshold(0, 0, kind) == 0);
    CHECK(half_threshold(0, 1, kind) == 0);
    for (const double kappa : {5e-324, 1e-310, 1e-100, 1e100, 1e308}) {
      for (const double c : {5e-324, 1e-250, 1e-150, 1.0, 1e250}) {
        const double b = half_threshold(-c, kappa, kind);
        CHECK(std::isfinite(b));
        CHECK(b <= 0);
        CHECK(b >= -c - 5e-324);
      }
    }
  }
}
