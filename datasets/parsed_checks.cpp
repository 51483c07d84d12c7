#include "datasets/parsed_checks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace descent {
namespace {

bool are_starts(std::span<const Offset> starts, std::size_t entries) {
  if (starts.empty() || starts.front() != 0 || starts.back() != static_cast<Offset>(entries)) return false;
  bool falls = false;
  for (std::size_t i = 1; i < starts.size(); ++i) falls |= starts[i] < starts[i - 1];
  return !falls;
}

/// Indices beyond the width, and values that are zero or not finite, by their bits: that vectorises.
bool are_within(std::span<const Entry> entries, Index width) {
  using Bits = std::conditional_t<sizeof(Value) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
  constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Value>::infinity());
  const auto limit = static_cast<std::uint32_t>(width);
  bool wrong = false;
  for (const Entry& entry : entries) {
    const auto bits = std::bit_cast<Bits>(entry.value);
    wrong |= static_cast<std::uint32_t>(entry.index) >= limit;  // negative ones become large
    wrong |= (bits & exponent) == exponent;
    wrong |= (bits << 1) == 0;
  }
  return !wrong;
}

/// An index may be no larger than the one before it only where a line starts: such places are counted over
/// all entries and at the starts.
bool ascend_in_lines(std::span<const Offset> starts, std::span<const Entry> entries) {
  std::uint64_t falls = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) falls += entries[i].index <= entries[i - 1].index;
  std::uint64_t falls_at_starts = 0;
  for (std::size_t line = 1; line + 1 < starts.size(); ++line) {
    if (starts[line] == starts[line - 1]) continue;  // seen with the line before
    const auto place = static_cast<std::size_t>(starts[line]);
    if (place == entries.size()) break;
    falls_at_starts += entries[place].index <= entries[place - 1].index;
  }
  return falls == falls_at_starts;
}

}  // namespace

bool is_matrix(std::span<const Offset> starts, std::span<const Entry> entries, Index width) {
  return are_starts(starts, entries.size()) && are_within(entries, width) && ascend_in_lines(starts, entries);
}

bool are_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

bool are_signs(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::abs(number) == 1; });
}

}  // namespace descent
