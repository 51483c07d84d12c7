#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "datasets/matrix/line.hpp"

namespace descent {

/// Finds the smallest storage that holds some values exactly. A value x is decimal with k digits where
/// x = q/10^k, divided and rounded once, for an integer |q| < 2³¹: q is then as good as the text that x came
/// from.
class ExactFormat {
 public:
  /// Of one value more, which is finite and not 0.
  void note(double value) {
    const double size = std::abs(value);
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    is_single_ = is_single_ && static_cast<double>(static_cast<float>(value)) == value;
    while (decimals_ < no_decimals && !decimal_number(value, powers_of_ten[decimals_])) ++decimals_;
  }

  void merge(const ExactFormat& other) {
    smallest_ = std::min(smallest_, other.smallest_);
    largest_ = std::max(largest_, other.largest_);
    is_single_ = is_single_ && other.is_single_;
    decimals_ = std::max(decimals_, other.decimals_);
  }

  ValueFormat format() const {
    if (largest_ == 0) return {};
    if (smallest_ == largest_) return {Storage::one_magnitude, largest_, 1};
    // More digits than a value was noted with take nothing from it as long as q is small enough.
    if (decimals_ < no_decimals && largest_ * powers_of_ten[decimals_] < largest_number)
      return {Storage::decimal, 1 / powers_of_ten[decimals_], powers_of_ten[decimals_]};
    return {is_single_ ? Storage::single_precision : Storage::double_precision, 1, 1};
  }

  /// The stored number of a value, where the format can hold it exactly.
  static std::optional<double> number_of(double value, const ValueFormat& format) {
    switch (format.storage) {
      case Storage::one_magnitude:
        if (std::abs(value) != format.unit) return {};
        return value < 0 ? -1 : 1;
      case Storage::decimal:
        return decimal_number(value, format.divisor);
      case Storage::single_precision:
        if (static_cast<double>(static_cast<float>(value)) != value) return {};
        return value;
      case Storage::double_precision:
        break;
    }
    return value;
  }

  /// 10^k for the k that decimals may have: all are exact.
  static constexpr std::array powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

 private:
  static constexpr double largest_number = 0x1p31 - 1;
  static constexpr std::size_t no_decimals = powers_of_ten.size();

  static std::optional<double> decimal_number(double value, double divisor) {
    const double scaled = value * divisor;
    if (!(std::abs(scaled) < largest_number)) return {};
    const auto number = static_cast<double>(static_cast<std::int64_t>(scaled + std::copysign(0.5, scaled)));
    if (number / divisor != value) return {};
    return number;
  }

  double smallest_ = std::numeric_limits<double>::infinity();
  double largest_ = 0;
  bool is_single_ = true;
  std::size_t decimals_ = 0;
};

}  // namespace descent
