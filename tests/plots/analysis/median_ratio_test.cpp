#include "plots/analysis/bootstrap.hpp"

#include <cmath>
#include <map>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "support/numbers/statistics.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

std::vector<Bounds> exactly(const std::vector<double>& values) {
  std::vector<Bounds> bounds;
  for (const double value : values) bounds.push_back({value, value});
  return bounds;
}

/// Number of resamples with each median, over all size^size resamples.
std::map<double, double> medians_of_all_resamples(const std::vector<double>& sample) {
  std::map<double, double> counts;
  std::vector<std::size_t> picks(sample.size(), 0);
  while (true) {
    std::vector<double> members;
    for (const std::size_t pick : picks) members.push_back(sample[pick]);
    ++counts[quantile(members, 0.5)];
    std::size_t place = 0;
    while (place < picks.size() && ++picks[place] == sample.size()) picks[place++] = 0;
    if (place == picks.size()) return counts;
  }
}

/// Smallest ratio that at least this share of all pairs of resamples does not exceed.
double ratio_at(const std::vector<double>& numerator, const std::vector<double>& denominator, double share) {
  std::map<double, double> counts;
  double total = 0;
  for (const auto& [above, times] : medians_of_all_resamples(numerator)) {
    for (const auto& [below, often] : medians_of_all_resamples(denominator)) {
      counts[above / below] += times * often;
      total += times * often;
    }
  }
  double sum = 0;
  for (const auto& [ratio, count] : counts) {
    sum += count;
    if (sum >= share * total) return ratio;
  }
  return infinity;
}

}  // namespace

TEST_CASE("the ratio of medians of exact numbers") {
  const Estimate three = ratio_of_medians(exactly({1, 9, 4}), exactly({2, 1, 8}));
  CHECK(three.value == Bounds{2, 2});
  CHECK(three.interval == Bounds{1.0 / 8, 9});  // each end occurs in 49 of 729 pairs of resamples
  CHECK(ratio_of_medians(exactly({1, 3}), exactly({4})).value == Bounds{0.5, 0.5});
  CHECK(ratio_of_medians(exactly({3, 3, 3}), exactly({2, 2})).interval == Bounds{1.5, 1.5});
}

TEST_CASE("a median within bounds leaves the ratio within bounds, 0/0 and ∞/∞ open") {
  struct Case {
    Bounds numerator, denominator, ratio;
  };
  const std::vector<Case> cases{
      {{1, 2}, {4, 5}, {0.2, 0.5}},
      {{100, infinity}, {2, 2}, {50, infinity}},
      {{2, 2}, {100, infinity}, {0, 0.02}},
      {{infinity, infinity}, {2, 2}, {infinity, infinity}},
      {{2, 2}, {infinity, infinity}, {0, 0}},
      {{infinity, infinity}, {infinity, infinity}, {0, infinity}},
      {{100, infinity}, {100, infinity}, {0, infinity}},
      {{100, infinity}, {infinity, infinity}, {0, infinity}},
      {{1, 1}, {0, 0}, {infinity, infinity}},
      {{1, 1}, {0, 0.5}, {2, infinity}},
      {{0, 0}, {1, 2}, {0, 0}},
      {{0, 0}, {0, 0}, {0, infinity}},
      {{0, 0.5}, {0, 0.5}, {0, infinity}},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    const std::vector<Bounds> numerator(5, cases[i].numerator);
    const std::vector<Bounds> denominator(5, cases[i].denominator);
    const Estimate estimate = ratio_of_medians(numerator, denominator);
    CHECK(estimate.value == cases[i].ratio);
    CHECK(estimate.interval == cases[i].ratio);
  }
  // If two of five never arrive, the median is exact and the interval is open above.
  const Estimate mixed = ratio_of_medians(
      std::vector<Bounds>{{1, 1}, {2, 2}, {3, 3}, {9, infinity}, {9, infinity}}, exactly({1, 1, 1, 1, 1}));
  CHECK(mixed.value == Bounds{3, 3});
  CHECK(mixed.interval == Bounds{1, infinity});
}

TEST_CASE("the bootstrap interval of a ratio is that of all resamples") {
  Random random(5);
  for (const auto& [above, below] : {std::pair{3, 3}, {4, 3}, {5, 5}, {5, 2}}) {
    for (int repetition = 0; repetition < 5; ++repetition) {
      std::vector<double> numerator;
      std::vector<double> denominator;
      for (int i = 0; i < above; ++i) numerator.push_back(std::exp(random.normal()));
      for (int i = 0; i < below; ++i) denominator.push_back(std::exp(random.normal()));
      CAPTURE(above, below, repetition);
      const Bounds interval = ratio_of_medians(exactly(numerator), exactly(denominator)).interval;
      // 2,000 resamples estimate a share of 2.5 % to ± 0.35 %; three times that is allowed.
      CHECK(interval.low >= ratio_at(numerator, denominator, 0.0145));
      CHECK(interval.low <= ratio_at(numerator, denominator, 0.0355));
      CHECK(interval.high >= ratio_at(numerator, denominator, 0.9645));
      CHECK(interval.high <= ratio_at(numerator, denominator, 0.9855));
    }
  }
}

TEST_CASE("a later arrival never makes the ratio smaller, and a unit of time has no say") {
  const std::vector<double> rival{3, 1, 4, 1.5, 9, 2.6};
  const std::vector<double> method{2, 7, 1, 8, 2.8, 1.8};
  const Estimate before = ratio_of_medians(exactly(rival), exactly(method));
  for (std::size_t i = 0; i < rival.size(); ++i) {
    CAPTURE(i);
    std::vector<double> later = rival;
    later[i] *= 3;
    const Estimate after = ratio_of_medians(exactly(later), exactly(method));
    CHECK(after.value.low >= before.value.low);
    CHECK(after.interval.low >= before.interval.low);
    CHECK(after.interval.high >= before.interval.high);
    std::vector<Bounds> open = exactly(rival);
    open[i].high = infinity;
    const Estimate wider = ratio_of_medians(open, exactly(method));
    CHECK(wider.interval.low == before.interval.low);
    CHECK(wider.interval.high >= before.interval.high);
  }
  std::vector<double> doubled = rival;
  for (double& each : doubled) each *= 2;
  const Estimate twice = ratio_of_medians(exactly(doubled), exactly(method));
  CHECK(twice.value.low == 2 * before.value.low);
  CHECK(twice.interval == Bounds{2 * before.interval.low, 2 * before.interval.high});
}
