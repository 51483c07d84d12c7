#include "datasets/parsed/parsed_checks.hpp"

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

struct EntryFaults {
  bool out_of_range = false;  ///< an index beyond the width, or a value that is zero or not finite
  std::uint64_t falls = 0;    ///< indices not larger than the previous, line starts included
};

/// True (1) for a number that the storage never has: 0, infinite, NaN, or the smallest integer.
std::uint32_t is_wrong(OneEntry) {
  return 0;
}
std::uint32_t is_wrong(DecimalEntry entry) {
  return entry.stored == 0 || entry.stored == std::numeric_limits<std::int32_t>::min();
}
template <class Bits>
std::uint32_t is_zero_or_infinite(Bits bits, Bits exponent) {
  return (bits & exponent) == exponent || bits << 1 == 0;
}
std::uint32_t is_wrong(SingleEntry entry) {
  return is_zero_or_infinite(std::bit_cast<std::uint32_t>(entry.stored), std::uint32_t{0x7f800000});
}
std::uint32_t is_wrong(DoubleEntry entry) {
  return is_zero_or_infinite(std::bit_cast<std::uint64_t>(entry.halves), std::uint64_t{0x7ff0000000000000});
}

/// Works in blocks that stay in the nearest cache between two loops. They vectorise, with bits and counters
/// of 32 bits.
template <class Stored>
EntryFaults faults_of(std::span<const Stored> entries, Index width) {
  constexpr std::size_t block_entries = 1 << 11;
  const auto limit = static_cast<std::uint32_t>(width);
  EntryFaults all;
  for (Index before = -1; !entries.empty();) {
    const auto block = entries.first(std::min(entries.size(), block_entries));
    std::uint32_t wrong = 0;
    std::uint32_t falls = block.front().index() <= before;
    for (std::size_t i = 1; i < block.size(); ++i) falls += block[i].index() <= block[i - 1].index();
    for (const Stored& entry : block) {
      wrong |= static_cast<std::uint32_t>(entry.index()) >= limit;  // negative indices become large
      wrong |= is_wrong(entry);
    }
    all.out_of_range |= wrong != 0;
    all.falls += falls;
    before = block.back().index();
    entries = entries.subspan(block.size());
  }
  return all;
}

/// Counts the falls at the start of a line, where they are allowed.
template <class Stored>
std::uint64_t falls_at_starts(std::span<const Offset> starts, std::span<const Stored> entries) {
  std::uint64_t falls = 0;
  for (std::size_t line = 1; line + 1 < starts.size(); ++line) {
    if (starts[line] == starts[line - 1]) continue;  // counted with the previous line
    const auto place = static_cast<std::size_t>(starts[line]);
    if (place == entries.size()) break;
    falls += entries[place].index() <= entries[place - 1].index();
  }
  return falls;
}

}  // namespace

bool is_matrix(std::span<const Offset> starts, const Entries& all, Index width) {
  if (!are_starts(starts, all.size())) return false;
  return with_storage(all.format().storage, [&](auto kind) {
    using Stored = decltype(kind);
    const auto entries = all.as<Stored>();
    const EntryFaults faults = faults_of(entries, width);
    if constexpr (std::is_same_v<Stored, OneEntry>) {
      const auto is_negative = [&](std::size_t place) { return entries[place].is_negative(); };
      if (!lines_have_one_sign(starts, is_negative)) return false;
    }
    return !faults.out_of_range && faults.falls == falls_at_starts(starts, entries);
  });
}

bool are_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool are_signs(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::abs(number) == 1; });
}

}  // namespace descent
