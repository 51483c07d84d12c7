#include "plots/analysis/bootstrap.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

double normal_probability(double z) {
  return boost::math::cdf(boost::math::normal(), z);
}

double normal_quantile(double probability) {
  return boost::math::quantile(boost::math::normal(), probability);
}

/// Efron's a = Σ d³ / (6 (Σ d²)^(3/2)), where d is the mean of the estimates without one member, minus each
/// of them; 0 if they are equal.
double acceleration_of(std::size_t size, const Statistic& statistic) {
  std::vector<double> without;
  for (std::size_t left_out = 0; left_out < size; ++left_out) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < size; ++i)
      if (i != left_out) members.push_back(i);
    without.push_back(statistic(members));
  }
  const double middle = mean(without);
  double squares = 0;
  double cubes = 0;
  for (const double value : without) {
    const double below = middle - value;
    squares += below * below;
    cubes += below * below * below;
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

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

std::optional<BcaBootstrap> bca_bootstrap(std::size_t size, double confidence, const Statistic& statistic) {
  assert(size >= 2);
  std::vector<double> values;
  std::vector<std::size_t> picks(size);
  std::iota(picks.begin(), picks.end(), std::size_t{0});
  const double estimate = statistic(picks);
  Random random(1);
  for (std::size_t i = 0; i < resamples; ++i) {
    for (std::size_t& pick : picks) pick = random.below(size);
    values.push_back(statistic(picks));
  }
  std::ranges::sort(values);
  if (values.front() == values.back()) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  const auto [first, last] = std::equal_range(values.begin(), values.end(), estimate);
  // Values equal to the estimate count half.
  const double below = static_cast<double>(first - values.begin()) + static_cast<double>(last - first) / 2;
  // A share is never 0 or 1, which no number of resamples can show.
  const double bias = normal_quantile(std::clamp(below, 0.5, count - 0.5) / count);
  const double acceleration = acceleration_of(size, statistic);
  const auto quantile_at = [&](double z) {
    const double shifted = bias + z;
    const double share = normal_probability(bias + shifted / (1 - acceleration * shifted));
    // Without corrections, the 125 smallest and the 125 largest of 5000 values lie outside 95 %.
    const double outside = std::floor(std::min(share, 1 - share) * count + 1e-9);
    const auto rank = static_cast<std::size_t>(std::min(outside, count - 1));
    return values[share < 0.5 ? rank : values.size() - 1 - rank];
  };
  const double z = normal_quantile((1 + confidence) / 2);
  return BcaBootstrap{bias, acceleration, {quantile_at(-z), quantile_at(z)}};
}

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
