#include "plots/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Bounds> exact(const std::vector<double>& values) {
  std::vector<Bounds> bounds;
  for (const double value : values) bounds.push_back({value, value});
  return bounds;
}

}  // namespace

TEST_CASE("resampling has the published generator, so that intervals are the same everywhere") {
  Resampler resampler(1234567);  // the first outputs of SplitMix64 for this seed
  CHECK(resampler.bits() == 6457827717110365317u);
  CHECK(resampler.bits() == 3203168211198807973u);
  CHECK(resampler.bits() == 9817491932198370423u);
}

TEST_CASE("draws below a bound are uniform") {
  Resampler resampler(7);
  for (const std::size_t bound : {1u, 3u, 8u, 10u}) {
    std::vector<double> counts(bound, 0);
    constexpr int draws = 60'000;
    for (int i = 0; i < draws; ++i) ++counts[resampler.below(bound)];
    const double expected = draws / static_cast<double>(bound);
    for (const double count : counts) CHECK(std::abs(count - expected) <= 5 * std::sqrt(expected));
  }
}

TEST_CASE("the interval holds the central 95 % of the values") {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[(i * 7) % 1000] = static_cast<double>(i);
  const Bounds bounds = central_95_percent(values);
  CHECK(bounds.low == 25);
  CHECK(bounds.high == 974);
  std::vector<double> one{3};
  CHECK(central_95_percent(one) == Bounds{3, 3});
}

TEST_CASE("runs that agree have a ratio without any doubt") {
  const Estimate estimate = ratio_of_medians(exact({6, 6, 6}), exact({2, 2, 2, 2}));
  CHECK(estimate.value == Bounds{3, 3});
  CHECK(estimate.interval == Bounds{3, 3});
}

TEST_CASE("the ratio is that of the medians, and its interval that of the resampled medians") {
  // Of three values the least is the median of 7 in 27 resamples, far more than 2.5 %: the interval reaches
  // from the least quotient to the greatest.
  const Estimate estimate = ratio_of_medians(exact({5, 4, 9}), exact({1, 3, 2}));
  CHECK(estimate.value == Bounds{2.5, 2.5});
  CHECK(estimate.interval.low == Approx(4.0 / 3));
  CHECK(estimate.interval.high == 9);
  const Estimate again = ratio_of_medians(exact({5, 4, 9}), exact({1, 3, 2}));
  CHECK(again.interval == estimate.interval);
  CHECK(ratio_of_medians(exact({1, 2, 4, 100}), exact({1})).value == Bounds{3, 3});  // the two middle ones
}

TEST_CASE("a run that never arrives makes ratios infinite, where it matters to the median") {
  const auto numerator = exact({2, 2, 2, infinity, infinity});
  const Estimate slow = ratio_of_medians(numerator, exact({1, 1, 1}));
  CHECK(slow.value == Bounds{2, 2});
  CHECK(slow.interval == Bounds{2, infinity});
  const Estimate never = ratio_of_medians(exact({infinity, infinity, infinity}), exact({1, 1, 1}));
  CHECK(never.value == Bounds{infinity, infinity});
  CHECK(never.interval.low == infinity);
  const Estimate other_way = ratio_of_medians(exact({1, 1, 1}), exact({infinity, infinity, infinity}));
  CHECK(other_way.value == Bounds{0, 0});
  CHECK(other_way.interval == Bounds{0, 0});
}

TEST_CASE("what runs leave open, the ratio leaves open") {
  const std::vector<Bounds> beyond_budget(5, Bounds{4, infinity});
  const std::vector<Bounds> before_first(5, Bounds{0, 0.5});
  CHECK(ratio_of_medians(beyond_budget, exact({2, 2, 2})).interval == Bounds{2, infinity});
  CHECK(ratio_of_medians(exact({2, 2, 2}), before_first).interval == Bounds{4, infinity});
  CHECK(ratio_of_medians(before_first, exact({2, 2, 2})).interval == Bounds{0, 0.25});
  for (const auto& nobody_knows :
       {beyond_budget, before_first, exact({0, 0, 0}), exact({infinity, infinity})}) {
    CHECK(ratio_of_medians(nobody_knows, nobody_knows).value == Bounds{0, infinity});
  }
}

TEST_CASE("intervals cover the true ratio about as often as they promise") {
  // Samples of 10 with medians 1 and 2 times a log-uniform factor. The percentile interval of a median covers
  // at least 90 % at this size; 200 trials scatter by 2 %.
  Resampler resampler(3);
  const auto sample = [&](double middle) {
    std::vector<Bounds> values;
    for (int i = 0; i < 10; ++i) {
      const double uniform = static_cast<double>(resampler.bits() >> 11) * 0x1p-53;
      const double value = middle * std::exp(uniform - 0.5);
      values.push_back({value, value});
    }
    return values;
  };
  int covered = 0;
  constexpr int trials = 200;
  for (int i = 0; i < trials; ++i) {
    const Bounds interval = ratio_of_medians(sample(2), sample(1)).interval;
    covered += interval.low <= 2 && 2 <= interval.high ? 1 : 0;
  }
  CHECK(covered >= 0.9 * trials);
  CHECK(covered <= 0.995 * trials);
}
