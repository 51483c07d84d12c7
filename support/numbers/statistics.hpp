#pragma once

#include <optional>
#include <span>
#include <vector>

namespace descent {

/// One quantity of one run over time (or passes): a value at each checkpoint.
class Series {
 public:
  /// `holds`: the last value stays true; else the series ends with its last checkpoint.
  explicit Series(bool holds) : holds_(holds) {}

  /// Positions x ≥ 0 must not decrease; at equal positions the later value counts.
  void add(double x, double value);

  /// The value at x: linear in log x between checkpoints; the value at x = 0 before the first positive
  /// checkpoint. Empty before the first checkpoint, and after the last unless the series holds.
  std::optional<double> at(double x) const;

 private:
  std::vector<double> positions_;
  std::vector<double> values_;
  bool holds_;
};

/// Mean of at least one value.
double mean(std::span<const double> values);

/// Σ (value − mean)²/(count − 1), the square of the standard deviation; NaN for a single value.
double variance(std::span<const double> values);

/// The quantile at `share` in [0, 1] of at least one value: type 7 of Hyndman and Fan 1996, NumPy's default.
/// With h = share · (count − 1) it interpolates linearly between the order statistics ⌊h⌋ and ⌊h⌋ + 1,
/// counted from 0. Values may be +∞; a quantile between a value and +∞ is +∞.
double quantile(std::vector<double> values, double share);

/// `count` ≥ 2 positions from `first` > 0 to `last` with a constant ratio and exact ends; only `first` if
/// last ≤ first.
std::vector<double> geometric_grid(double first, double last, std::size_t count);

}  // namespace descent
