#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace descent {

/// A closed interval; `high` may be infinite, and `low` too where the quantity surely is.
struct Bounds {
  double low = 0;
  double high = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A number that runs were measured for. What runs leave open (one that has not arrived yet, or had arrived
/// before the first checkpoint) makes `value` an interval; what the choice of seeds leaves open makes the
/// 95 % interval around it.
struct Estimate {
  Bounds value;
  Bounds interval;
};

/// Draws with replacement for the bootstrap. The generator is SplitMix64 (Steele, Lea, Flood 2014, "Fast
/// Splittable Pseudorandom Number Generators"), and a draw below a bound takes as many low bits as the bound
/// needs until they are below it, which is without bias: the same seed gives the same intervals everywhere.
class Resampler {
 public:
  explicit Resampler(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();

  /// Uniform on {0, …, bound − 1}; `bound` ≥ 1.
  std::size_t below(std::size_t bound);

  /// Fills `picks` with independent draws below its own size: which members a resample consists of.
  void draw(std::span<std::size_t> picks);

 private:
  std::uint64_t state_;
};

/// Resamples behind every interval of a report.
constexpr std::size_t resamples = 5000;

/// 95 % of the values lie between these two, both among them. At least one value, none of them NaN.
Bounds central_95_percent(std::span<double> values);

/// Median of `numerator` divided by median of `denominator`, with its percentile bootstrap interval (Efron
/// 1979): both lists are resampled independently, seeds of two methods having nothing in common. Members are
/// ≥ 0 and known within bounds; the ends of the result are what these bounds allow, so 0/0 and ∞/∞ are
/// anything from 0 to ∞. The same lists have the same result. Each list has at least one member.
Estimate ratio_of_medians(std::span<const Bounds> numerator, std::span<const Bounds> denominator);

}  // namespace descent
