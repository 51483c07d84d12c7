#include "support/numbers/statistics.hpp"

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"

namespace descent {

TEST_CASE("a series is linear in the logarithm of the position") {
  Series series(true);
  series.add(0, 5);
  series.add(0.01, 4);
  series.add(1, 2);
  CHECK(series.at(0) == 5);
  CHECK(series.at(0.009) == 5);  // before the first positive checkpoint: the value of checkpoint 0
  CHECK(series.at(0.01) == 4);
  CHECK(*series.at(0.1) == Approx(3));  // half of the decades from 0.01 to 1
  CHECK(series.at(1) == 2);
  CHECK(series.at(100) == 2);
}

TEST_CASE("a series that does not hold ends with its last checkpoint") {
  Series series(false);
  series.add(0, 5);
  series.add(0.01, 4);
  series.add(1, 2);
  CHECK(*series.at(0.1) == Approx(3));
  CHECK(series.at(1) == 2);
  CHECK_FALSE(series.at(1.0001).has_value());
  CHECK_FALSE(series.at(2).has_value());
}

TEST_CASE("a series has nothing before its first checkpoint, and the later of two values at one place") {
  Series series(true);
  CHECK_FALSE(series.at(1).has_value());
  series.add(1, 7);
  series.add(1, 6);
  CHECK_FALSE(series.at(0.5).has_value());
  CHECK(series.at(1) == 6);
}

TEST_CASE("quantiles interpolate between order statistics") {
  CHECK(quantile({3}, 0.9) == 3);
  CHECK(quantile({4, 1, 3, 2}, 0.5) == Approx(2.5));
  CHECK(quantile({5, 1, 3}, 0.5) == 3);
  CHECK(quantile({10, 20, 30, 40, 50}, 0.1) == Approx(14));  // place 0.4 of 0 … 4
  CHECK(quantile({10, 20, 30, 40, 50}, 0.9) == Approx(46));
  CHECK(quantile({1, 2}, 0) == 1);
  CHECK(quantile({1, 2}, 1) == 2);
  const double never = infinity;
  CHECK(quantile({never, 1, 2}, 0.5) == 2);  // exactly on a value: the next does not matter
  CHECK(quantile({never, 1, 2}, 0.6) == never);
  CHECK(quantile({never, never}, 0.5) == never);
  CHECK(mean(std::vector<double>{1, 2, 6}) == Approx(3));
  CHECK(variance(std::vector<double>{1, 2, 6}) == Approx(7));
}

TEST_CASE("a geometric grid has exact ends and equal ratios") {
  const auto grid = geometric_grid(0.001, 10, 5);
  REQUIRE(grid.size() == 5);
  CHECK(grid.front() == 0.001);
  CHECK(grid[1] == Approx(0.01));
  CHECK(grid[2] == Approx(0.1));
  CHECK(grid[3] == Approx(1));
  CHECK(grid.back() == 10);
  CHECK(geometric_grid(2, 2, 5) == std::vector<double>{2});
}

}  // namespace descent
