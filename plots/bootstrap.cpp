#include "plots/bootstrap.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace descent {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Mean of the two middle values of an even number. Infinite values are welcome. Reorders the values.
double median(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below == *middle ? below : below / 2 + *middle / 2;
}

/// A list's lower and its upper bounds, and room for the resample at hand.
class BoundedSample {
 public:
  explicit BoundedSample(std::span<const Bounds> members)
      : members_(members), picks_(members.size()), lows_(members.size()), highs_(members.size()) {
    for (std::size_t i = 0; i < picks_.size(); ++i) picks_[i] = i;
  }

  void resample(Resampler& resampler) { resampler.draw(picks_); }

  Bounds median_of_picks() {
    for (std::size_t i = 0; i < picks_.size(); ++i) {
      lows_[i] = members_[picks_[i]].low;
      highs_[i] = members_[picks_[i]].high;
    }
    return {median(lows_), median(highs_)};
  }

 private:
  std::span<const Bounds> members_;
  std::vector<std::size_t> picks_;
  std::vector<double> lows_;
  std::vector<double> highs_;
};

/// All that the quotient can be.
Bounds quotient(const Bounds& numerator, const Bounds& denominator) {
  const bool may_be_zero = numerator.low == 0 || denominator.high == infinity;
  const bool may_be_infinite = numerator.high == infinity || denominator.low == 0;
  return {may_be_zero ? 0 : numerator.low / denominator.high,
          may_be_infinite ? infinity : numerator.high / denominator.low};
}

}  // namespace

std::uint64_t Resampler::bits() {
  std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

std::size_t Resampler::below(std::size_t bound) {
  assert(bound >= 1);
  const std::uint64_t mask = std::bit_ceil(static_cast<std::uint64_t>(bound)) - 1;
  for (;;) {
    const std::uint64_t drawn = bits() & mask;
    if (drawn < bound) return static_cast<std::size_t>(drawn);
  }
}

void Resampler::draw(std::span<std::size_t> picks) {
  for (std::size_t& pick : picks) pick = below(picks.size());
}

Bounds central_95_percent(std::span<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  // Of 5000 values the 125 least and the 125 greatest lie outside.
  const auto outside = static_cast<std::size_t>(std::floor(0.025 * static_cast<double>(values.size())));
  return {values[outside], values[values.size() - 1 - outside]};
}

Estimate ratio_of_medians(std::span<const Bounds> numerator, std::span<const Bounds> denominator) {
  assert(!numerator.empty() && !denominator.empty());
  BoundedSample above(numerator);
  BoundedSample beneath(denominator);
  Estimate estimate;
  estimate.value = quotient(above.median_of_picks(), beneath.median_of_picks());
  Resampler resampler(1);
  std::vector<double> lows(resamples);
  std::vector<double> highs(resamples);
  for (std::size_t i = 0; i < resamples; ++i) {
    above.resample(resampler);
    beneath.resample(resampler);
    const Bounds ratio = quotient(above.median_of_picks(), beneath.median_of_picks());
    lows[i] = ratio.low;
    highs[i] = ratio.high;
  }
  estimate.interval = {central_95_percent(lows).low, central_95_percent(highs).high};
  return estimate;
}

}  // namespace descent
