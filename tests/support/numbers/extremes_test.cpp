#include "support/numbers/extremes.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("Numbers are scaled to [0, 1] by the least and the largest of them, all the same to 0") {
  Extremes extremes;
  extremes.include(-3);
  CHECK(extremes.scaled(-3) == 0);
  extremes.include(5);
  CHECK(extremes.scaled(-3) == 0);
  CHECK(extremes.scaled(-1) == 0.25);
  CHECK(extremes.scaled(5) == 1);
}

TEST_CASE("the largest of negative numbers is negative") {
  Extremes extremes;
  for (const double number : {-3.0, -1.0}) extremes.include(number);
  CHECK(extremes.low == -3);
  CHECK(extremes.high == -1);
}
