#include "plots/analysis/median_ratio.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

constexpr std::size_t resamples_of_ratio = 2000;

Bounds median_of(std::span<const Bounds> sample) {
  std::vector<double> lows;
  std::vector<double> highs;
  for (const Bounds& each : sample) {
    lows.push_back(each.low);
    highs.push_back(each.high);
  }
  return {quantile(std::move(lows), 0.5), quantile(std::move(highs), 0.5)};
}

/// Undefined 0/0 and ∞/∞ become 0 below and ∞ above.
Bounds ratio(const Bounds& numerator, const Bounds& denominator) {
  const double low = numerator.low / denominator.high;
  const double high = numerator.high / denominator.low;
  return {std::isnan(low) ? 0 : low, std::isnan(high) ? infinity : high};
}

std::vector<Bounds> resampled(std::span<const Bounds> sample, Random& random) {
  std::vector<Bounds> members;
  for (std::size_t i = 0; i < sample.size(); ++i) members.push_back(sample[random.below(sample.size())]);
  return members;
}

}  // namespace

Estimate ratio_of_medians(std::span<const Bounds> numerator, std::span<const Bounds> denominator) {
  Estimate estimate;
  estimate.value = ratio(median_of(numerator), median_of(denominator));
  std::vector<double> lows;
  std::vector<double> highs;
  Random random(1);
  for (std::size_t i = 0; i < resamples_of_ratio; ++i) {
    const auto above = resampled(numerator, random);
    const auto below = resampled(denominator, random);
    const Bounds each = ratio(median_of(above), median_of(below));
    lows.push_back(each.low);
    highs.push_back(each.high);
  }
  estimate.interval = {quantile(std::move(lows), 0.025), quantile(std::move(highs), 0.975)};
  return estimate;
}

}  // namespace descent
