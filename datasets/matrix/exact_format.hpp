#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "datasets/matrix/line.hpp"

namespace descent {

/// Finds the smallest storage that holds some values exactly. A value x is decimal with k digits if x =
/// q/10^k, divided and rounded once, for an integer |q| < 2³¹. Then q/10^k is the number in x's text, unless
/// that has more than 17 digits.
class ExactFormat {
 public:
  /// Adds one value, finite and not 0.
  void note(double value) {
    const double size = std::abs(value);
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    has_negative_ = has_negative_ || value < 0;
    is_single_ = is_single_ && static_cast<double>(static_cast<float>(value)) == value;
    while (decimals_ <= most_decimals &&
           !decimal_number(value, ValueFormat{Storage::decimal, decimals_}.divisor()))
      ++decimals_;
  }

  void merge(const ExactFormat& other) {
    smallest_ = std::min(smallest_, other.smallest_);
    largest_ = std::max(largest_, other.largest_);
    has_negative_ = has_negative_ || other.has_negative_;
    is_single_ = is_single_ && other.is_single_;
    decimals_ = std::max(decimals_, other.decimals_);
  }

  bool has_negative() const { return has_negative_; }

  /// `lines_have_one_sign`: in every line, values are all positive or all negative.
  ValueFormat format(bool lines_have_one_sign) const {
    if (largest_ == 0 || (smallest_ == 1 && largest_ == 1 && lines_have_one_sign)) return {Storage::ones};
    // A larger k than necessary is still exact, as long as q is small enough.
    if (const ValueFormat decimal{Storage::decimal, decimals_};
        decimals_ <= most_decimals && largest_ * decimal.divisor() < largest_number)
      return decimal;
    return {is_single_ ? Storage::single_precision : Storage::double_precision};
  }

  /// The stored number of a value, if the format can hold it exactly.
  static std::optional<double> number_of(double value, ValueFormat format) {
    switch (format.storage) {
      case Storage::ones:
        if (std::abs(value) != 1) return {};
        return value;
      case Storage::decimal:
        return decimal_number(value, format.divisor());
      case Storage::single_precision:
        if (static_cast<double>(static_cast<float>(value)) != value) return {};
        return value;
      case Storage::double_precision:
        break;
    }
    return value;
  }

 private:
  static constexpr double largest_number = 0x1p31 - 1;
  static constexpr std::uint8_t most_decimals = ValueFormat::most_decimals;

  static std::optional<double> decimal_number(double value, double divisor) {
    const double scaled = value * divisor;
    if (!(std::abs(scaled) < largest_number)) return {};
    const auto number = static_cast<double>(static_cast<std::int64_t>(scaled + std::copysign(0.5, scaled)));
    if (number / divisor != value) return {};
    return number;
  }

  double smallest_ = std::numeric_limits<double>::infinity();
  double largest_ = 0;
  bool has_negative_ = false;
  bool is_single_ = true;
  std::uint8_t decimals_ = 0;  ///< most_decimals + 1 if no k fits
};

}  // namespace descent
