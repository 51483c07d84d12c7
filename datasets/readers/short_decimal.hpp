#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "datasets/matrix/exact_format.hpp"

namespace descent {

/// A number ±digits/10^decimals and its end; `end` is null if the text has another form.
struct ShortDecimal {
  double value = 0;
  const char* end = nullptr;
  std::uint64_t digits = 0;
  std::size_t decimals = 0;
};

// Not local: a local table is copied at each call.
inline constexpr std::array exact_powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                                1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

/// Text after a number that is read with it, eight bytes at once.
inline constexpr std::size_t bytes_read_ahead = 8;

/// The number made by the first digits of a text, at most eight, and how many there are. Without a branch
/// that depends on their number, which no processor can predict.
struct Digits {
  std::uint64_t value = 0;
  std::ptrdiff_t count = 0;
};
inline Digits read_eight_digits(const char* at) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  bytes ^= 0x3030303030303030;  // digits become 0 to 9, other characters more
  const std::uint64_t others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  const int count = std::countr_zero(others) / 8;
  if (count == 0) return {};
  bytes <<= 64 - 8 * count;  // zeros in front
  // Joins digits to pairs, and pairs to fours and eights.
  bytes = 10 * bytes + (bytes >> 8);
  constexpr std::uint64_t pairs = 0x000000FF000000FF;
  bytes = ((bytes & pairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
           (bytes >> 16 & pairs) * (1 + (std::uint64_t{10'000} << 32))) >>
          32;
  return {bytes, count};
}

/// Reads the form of nearly all numbers in data files: an optional minus and digits with or without a point,
/// but no exponent. The digits and their power of ten must be exact in double. The quotient is then the
/// decimal rounded once, as std::from_chars returns it in several times the time (Clinger 1990, "How to Read
/// Floating Point Numbers Accurately"). The text must contain a character that cannot belong to a number, and
/// bytes_read_ahead of any memory behind it.
[[gnu::always_inline]] inline ShortDecimal read_short_decimal(const char* at) {
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << std::numeric_limits<double>::digits;
  constexpr std::ptrdiff_t most_digits = exact_powers_of_ten.size() - 1;  // more may not fit into 64 bits
  std::uint64_t all = 0;
  const auto end_of_digits = [&all](const char* from) {
    for (; *from >= '0' && *from <= '9'; ++from) all = 10 * all + static_cast<std::uint64_t>(*from - '0');
    return from;
  };
  const bool is_negative = *at == '-';
  const char* const first = at + (is_negative ? 1 : 0);
  const char* end = end_of_digits(first);
  std::ptrdiff_t digits = end - first;
  std::ptrdiff_t decimals = 0;
  if (*end == '.') {
    const char* const point = end;
    const Digits eight = read_eight_digits(point + 1);
    all = all * whole_powers_of_ten[static_cast<std::size_t>(eight.count)] + eight.value;
    end = point + 1 + eight.count;
    if (eight.count == 8) {
      // Without a branch, too: single precision has eight or nine digits.
      const auto next = static_cast<std::uint64_t>(*end) - '0';
      const std::uint64_t is_digit = next < 10;
      all = all * (1 + 9 * is_digit) + next * is_digit;
      end = end_of_digits(end + is_digit);
    }
    decimals = end - point - 1;
    digits += decimals;
  }
  if (digits == 0 || digits > most_digits || all > largest_exact || *end == 'e' || *end == 'E') return {};
  const auto power = static_cast<std::size_t>(decimals);
  const double value = static_cast<double>(all) / exact_powers_of_ten[power];
  return {is_negative ? -value : value, end, all, power};
}

}  // namespace descent
