#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace descent {

/// A number and its end; `end` is null if the text has another form.
struct ShortDecimal {
  double value = 0;
  const char* end = nullptr;
};

/// Reads the form of nearly all numbers in data files: an optional minus and digits with or without a point,
/// but no exponent. The digits and their power of ten must be exact in double. The quotient is then the
/// decimal rounded once, as std::from_chars returns it in several times the time (Clinger 1990, "How to Read
/// Floating Point Numbers Accurately"). The text must contain a character that cannot belong to a number.
inline ShortDecimal read_short_decimal(const char* at) {
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << std::numeric_limits<double>::digits;
  constexpr std::array powers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                              1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  constexpr std::ptrdiff_t most_digits = powers.size() - 1;  // more may not fit into 64 bits
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
    end = end_of_digits(point + 1);
    decimals = end - point - 1;
    digits += decimals;
  }
  if (digits == 0 || digits > most_digits || all > largest_exact || *end == 'e' || *end == 'E') return {};
  const double value = static_cast<double>(all) / powers[static_cast<std::size_t>(decimals)];
  return {is_negative ? -value : value, end};
}

}  // namespace descent
