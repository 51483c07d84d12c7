#include "support/numbers/rounded_up.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// Not larger than 2⁶¹, and exact as a double.
std::int64_t random_integer(Random& random) {
  const auto digits = static_cast<std::int64_t>(random.bits() >> (11 + random.below(50)));
  return (random.below(2) == 0 ? digits : -digits) * (std::int64_t{1} << random.below(9));
}

std::int64_t integer_below(double number) {
  return static_cast<std::int64_t>(std::floor(number));
}

}  // namespace

TEST_CASE(
    "differences, quotients and products rounded up are not below the exact ones, and the next below is") {
  Random random(1);
  int raised = 0;
  for (int k = 0; k < 5'000; ++k) {
    const double a = random.normal();
    const double b = std::abs(random.normal()) * std::pow(10, -static_cast<int>(random.below(12)));
    // Differences of integers are exact.
    const std::int64_t whole_a = random_integer(random);
    const std::int64_t whole_b = random_integer(random);
    const double difference =
        difference_rounded_up(static_cast<double>(whole_a), static_cast<double>(whole_b));
    CHECK(integer_below(difference) >= whole_a - whole_b);
    CHECK(integer_below(std::nextafter(difference, -infinity)) < whole_a - whole_b);
    const double quotient = quotient_rounded_up(a, b);
    CHECK(std::fma(quotient, b, -a) >= 0);
    CHECK(std::fma(std::nextafter(quotient, -infinity), b, -a) < 0);
    const double product = product_rounded_up(a, b);
    CHECK(std::fma(a, b, -product) <= 0);
    CHECK(std::fma(a, b, -std::nextafter(product, -infinity)) > 0);
    raised += difference != static_cast<double>(whole_a) - static_cast<double>(whole_b) || quotient != a / b;
  }
  CHECK(raised > 1'000);
  // Rounded to nearest, this one would be 1.
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  CHECK(difference_rounded_up(1, -epsilon / 4) == 1 + epsilon);
  CHECK(difference_rounded_up(1, epsilon / 8) == 1);  // the next one below is too small
  CHECK(difference_rounded_up(0.5, 0.5) == 0);
  CHECK(quotient_rounded_up(0, 3) == 0);
  CHECK(quotient_rounded_up(3, 2) == 1.5);
  CHECK(relative_gap(2, 1.5) == 0.25);
  CHECK(relative_gap(0, 0) == 0);
}
