#pragma once

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace descent {

/// The text without a leading plus, which std::from_chars does not accept.
inline std::string_view without_plus(std::string_view text) {
  return text.substr(text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
}

/// The nearest double of a number out of range: infinity or next to zero. std::from_chars does not return it
/// (LWG 3081).
[[gnu::cold]] inline double nearest_double(const char* first, const char* last) {
  return std::strtod(std::string(first, last).c_str(), nullptr);
}

/// std::from_chars, except that a real number too small for the type becomes zero: out of range means too
/// large.
template <class Number>
std::from_chars_result read_number(const char* first, const char* last, Number& number) {
  std::from_chars_result read = std::from_chars(first, last, number);
  if constexpr (std::is_floating_point_v<Number>) {
    if (read.ec == std::errc::result_out_of_range) {
      const double nearest = nearest_double(first, read.ptr);
      if (nearest > -1 && nearest < 1) {
        number = static_cast<Number>(nearest);
        read.ec = {};
      }
    }
  }
  return read;
}

/// True if a number's text has a digit other than 0 before its exponent: if it reads as 0, it was too small.
inline bool has_nonzero_digit(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

/// The number that is the whole text, by read_number; empty if it is none or out of range.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = read_number(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace descent
