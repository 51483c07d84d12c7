#include "plots/analysis/rank_test.hpp"

#include <algorithm>
#include <cassert>

#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double tail_of_interval = 0.025;

/// All that the quotient can be.
Bounds quotient(const Bounds& numerator, const Bounds& denominator) {
  const bool may_be_zero = numerator.low == 0 || denominator.high == infinity;
  const bool may_be_infinite = numerator.high == infinity || denominator.low == 0;
  return {may_be_zero ? 0 : numerator.low / denominator.high,
          may_be_infinite ? infinity : numerator.high / denominator.low};
}

/// Of rising values; the mean of the two middle ones of an even number.
double median(const std::vector<double>& values) {
  const double below = values[(values.size() - 1) / 2];
  const double above = values[values.size() / 2];
  return below == above ? below : below / 2 + above / 2;
}

}  // namespace

MannWhitney::MannWhitney(std::size_t first, std::size_t second) {
  assert(first >= 1 && second >= 1);
  // shares[j] has P(U = u) for samples of i and j. The greatest of all i + j members is of the first sample
  // with probability i / (i + j), and then it is greater than all j of the second.
  std::vector<std::vector<double>> shares(second + 1, {1.0});
  for (std::size_t i = 1; i <= first; ++i) {
    for (std::size_t j = 1; j <= second; ++j) {
      const double of_first = static_cast<double>(i) / static_cast<double>(i + j);
      std::vector<double> both(i * j + 1, 0);
      for (std::size_t u = 0; u < shares[j].size(); ++u) both[u + j] += of_first * shares[j][u];
      for (std::size_t u = 0; u < shares[j - 1].size(); ++u) both[u] += (1 - of_first) * shares[j - 1][u];
      shares[j] = std::move(both);
    }
  }
  tail_ = std::move(shares[second]);
  for (std::size_t u = tail_.size() - 1; u > 0; --u) tail_[u - 1] += tail_[u];
}

double MannWhitney::at_least(std::uint64_t pairs) const {
  if (pairs == 0) return 1;  // without the rounding of a sum
  return pairs < tail_.size() ? tail_[pairs] : 0;
}

double MannWhitney::at_most(std::uint64_t pairs) const {
  const std::uint64_t all = tail_.size() - 1;
  return pairs >= all ? 1 : at_least(all - pairs);
}

RankTest::RankTest(std::span<const Bounds> numerator, std::span<const Bounds> denominator)
    : null_distribution_(numerator.size(), denominator.size()) {
  for (const Bounds& above : numerator) {
    for (const Bounds& beneath : denominator) {
      const Bounds ratio = quotient(above, beneath);
      lows_.push_back(ratio.low);
      highs_.push_back(ratio.high);
    }
  }
  std::ranges::sort(lows_);
  std::ranges::sort(highs_);
}

Estimate RankTest::ratio() const {
  std::size_t outside = 0;  // pairs on either side
  while (null_distribution_.at_most(outside) <= tail_of_interval) ++outside;
  Estimate estimate{{median(lows_), median(highs_)}, {0, infinity}};
  if (outside > 0) estimate.interval = {lows_[outside - 1], highs_[highs_.size() - outside]};
  return estimate;
}

double RankTest::p_of_at_most(double limit) const {
  const auto surely_above = lows_.end() - std::ranges::upper_bound(lows_, limit);
  return null_distribution_.at_least(static_cast<std::uint64_t>(surely_above));
}

double RankTest::p_of_at_least(double limit) const {
  const auto surely_below = std::ranges::lower_bound(highs_, limit) - highs_.begin();
  return null_distribution_.at_least(static_cast<std::uint64_t>(surely_below));
}

}  // namespace descent
