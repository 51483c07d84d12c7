#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "plots/analysis/estimate.hpp"

namespace descent {

/// Resamples behind every interval of a report.
constexpr std::size_t resamples = 5000;

/// What the bootstrap says of a number that was computed from a sample, corrected for its bias and for a
/// spread that changes with the number itself: BCa (Efron 1987, "Better Bootstrap Confidence Intervals").
class BcaBootstrap {
 public:
  /// A number computed from the members of the sample with these indices, some of them several times.
  using Statistic = std::function<double(std::span<const std::size_t> members)>;

  /// Of a sample of `size` ≥ 2 members, with the same resamples each time. Empty where all members say the
  /// same, so that there is nothing to resample.
  static std::optional<BcaBootstrap> of(std::size_t size, const Statistic& statistic);

  /// The central interval of that confidence in (0, 1): its ends are the resamples' quantiles at
  /// Φ(z₀ + (z₀ + z)/(1 − a (z₀ + z))), z = ∓Φ⁻¹((1 + confidence)/2).
  Bounds interval(double confidence) const;

  double bias() const { return bias_; }                  ///< z₀, from the resamples below the estimate
  double acceleration() const { return acceleration_; }  ///< a, from leaving out each member once (jackknife)

 private:
  BcaBootstrap() = default;
  double share_below(double limit) const;

  std::vector<double> values_;  ///< of the resamples, rising
  double bias_ = 0;
  double acceleration_ = 0;
};

}  // namespace descent
