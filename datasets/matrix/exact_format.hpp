#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "datasets/matrix/line.hpp"

namespace descent {

inline constexpr std::array<std::uint64_t, 9> whole_powers_of_ten{
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// Finds the smallest storage that holds some values exactly. A value x is decimal with k digits if x =
/// q/10^k, divided and rounded once, for an integer |q| < 2³¹. Then q/10^k is the number in x's text, unless
/// that has more than 17 digits.
class ExactFormat {
 public:
  /// Adds one value, finite and not 0.
  void note(double value) {
    note_size(value);
    while (decimals_ <= most_decimals &&
           !decimal_number(value, ValueFormat{Storage::decimal, decimals_}.divisor()))
      ++decimals_;
  }
  /// The same for value = ±digits/10^decimals, mostly without a division.
  void note(double value, std::uint64_t digits, std::size_t decimals) {
    constexpr std::uint64_t largest = std::uint64_t{1} << 31;
    const std::size_t more = decimals_ - decimals;  // more than any power, if negative
    if (more < whole_powers_of_ten.size() && digits < largest &&
        digits * whole_powers_of_ten[more] < largest - 1)
      note_size(value);
    else
      note(value);
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

  /// The stored number of a value that the format holds exactly.
  static double stored_number(double value, ValueFormat format) {
    return format.storage == Storage::decimal ? nearest_integer(value * format.divisor()) : value;
  }
  /// The same of any value, if the format holds it.
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

  void note_size(double value) {
    const double size = std::abs(value);
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    has_negative_ |= value < 0;
    is_single_ &= static_cast<double>(static_cast<float>(value)) == value;
  }

  static double nearest_integer(double value) {
    return static_cast<double>(static_cast<std::int64_t>(value + std::copysign(0.5, value)));
  }

  static std::optional<double> decimal_number(double value, double divisor) {
    const double scaled = value * divisor;
    if (!(std::abs(scaled) < largest_number)) return {};
    const double number = nearest_integer(scaled);
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
