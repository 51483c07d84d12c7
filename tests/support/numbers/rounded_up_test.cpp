#include "support/numbers/rounded_up.hpp"

#include <cmath>
#include <limits>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// As wide as differences of these doubles are.
__extension__ using Exact = __float128;  // 113 bits

}  // namespace

TEST_CASE(
    "differences and quotients that are rounded up are not below the exact ones, and the next below is") {
  Random random(1);
  int raised = 0;
  for (int k = 0; k < 5'000; ++k) {
    const double a = random.normal();
    const double b = std::abs(random.normal()) * std::pow(10, -static_cast<int>(random.below(12)));
    const double difference = difference_rounded_up(a, b);
    CHECK(Exact(difference) >= Exact(a) - Exact(b));
    CHECK(Exact(std::nextafter(difference, -infinity)) < Exact(a) - Exact(b));
    const double quotient = quotient_rounded_up(a, b);
    CHECK(std::fma(quotient, b, -a) >= 0);
    CHECK(std::fma(std::nextafter(quotient, -infinity), b, -a) < 0);
    raised += difference != a - b || quotient != a / b;
  }
  CHECK(raised > 1'000);
  // Rounded to nearest, this one would be 1.
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  CHECK(difference_rounded_up(1, -epsilon / 4) == 1 + epsilon);
  CHECK(difference_rounded_up(1, epsilon / 8) == 1);  // the next one below is too small
  CHECK(difference_rounded_up(0.5, 0.5) == 0);
  CHECK(quotient_rounded_up(0, 3) == 0);
  CHECK(quotient_rounded_up(3, 2) == 1.5);
}
