#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace descent {

/// A closed interval. `high` may be infinite; `low` too, if the quantity certainly is.
struct Bounds {
  double low = 0;
  double high = 0;
  bool is_exact() const { return low == high; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A number measured by runs. `value` is an interval if runs leave it open, by not arriving or by arriving
/// before the first checkpoint. `interval` is the 95 % interval over the choice of seeds.
struct Estimate {
  Bounds value;
  Bounds interval;
};

/// Number of resamples behind every interval of a report.
constexpr std::size_t resamples = 5000;

/// A number computed from the members of a sample with these indices, which may repeat.
using Statistic = std::function<double(std::span<const std::size_t> members)>;

/// Bootstrap of a statistic, corrected for bias and for a spread that changes with the number: BCa (Efron
/// 1987, "Better Bootstrap Confidence Intervals").
struct BcaBootstrap {
  double bias = 0;          ///< z₀, from the resamples below the estimate
  double acceleration = 0;  ///< a, from omitting each member once (jackknife)
  /// Central interval. Its ends are the resamples' quantiles at Φ(z₀ + (z₀ + z)/(1 − a (z₀ + z))),
  /// z = ∓Φ⁻¹((1 + confidence)/2).
  Bounds interval{};
};

/// Bootstrap of a sample of `size` ≥ 2 members, with the same resamples each time, for a confidence in (0,
/// 1). Empty if all resamples give the same number.
std::optional<BcaBootstrap> bca_bootstrap(std::size_t size, double confidence, const Statistic& statistic);

/// Ratio of the medians of two independent, nonempty samples of numbers ≥ 0, known within bounds from 0 to ∞.
/// `value` allows both medians anywhere within their bounds. `interval` is the 95 % interval of the
/// percentile bootstrap (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", §13.3): both samples
/// are resampled, with the same random numbers at each call, and quantiles are taken of the ratio's lower and
/// upper bounds. 0/0 and ∞/∞ leave the ratio open.
Estimate ratio_of_medians(std::span<const Bounds> numerator, std::span<const Bounds> denominator);

}  // namespace descent
