#include "plots/claims/time_ratios.hpp"

#include <cmath>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"

namespace descent::test {
namespace {

/// Pairs whose ratios scatter by 3 % about `ratio`; one in ten was disturbed and is 30 % off.
TimeRatio noisy_pairs(double ratio, std::size_t count, Random& random) {
  TimeRatio pairs{"a problem"};
  for (std::size_t k = 0; k < count; ++k) {
    const double disturbance = random.uniform() < 0.1 ? (random.uniform() < 0.5 ? -0.3 : 0.3) : 0.0;
    pairs.logarithms.push_back(std::log(ratio) + 0.03 * random.normal() + disturbance);
  }
  return pairs;
}

}  // namespace

TEST_CASE("intervals of noisy ratios cover the ratio as often as they say, and raise no false alarm") {
  Random random(3);
  int covered = 0;
  int alarms = 0;
  constexpr int trials = 100;
  for (int trial = 0; trial < trials; ++trial) {
    const RatioOfTimes slower = ratio_over({noisy_pairs(1.05, 12, random), noisy_pairs(1.05, 12, random)});
    covered += slower.interval.low <= 1.05 && slower.interval.high >= 1.05 ? 1 : 0;
    alarms += ratio_over({noisy_pairs(1, 8, random)}).interval.low > 1.02 ? 1 : 0;
  }
  CHECK(covered >= 90);
  CHECK(alarms == 0);
}

TEST_CASE("the ratio over problems is a geometric mean, and few pairs leave the interval open") {
  const TimeRatio twice{"", "", std::vector<double>(5, std::log(2.0))};
  const TimeRatio half{"", "", std::vector<double>(7, std::log(0.5))};
  CHECK(ratio_over({twice, half}).ratio == Approx(1));
  CHECK(ratio_over({twice}).interval.low == Approx(2));
  const TimeRatio few{"", "", std::vector<double>(4, std::log(2.0))};
  CHECK(ratio_over({few, half}).interval.low == 0);
  CHECK(std::isinf(ratio_over({few, half}).interval.high));
}

}  // namespace descent::test
