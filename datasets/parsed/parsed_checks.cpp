#include "datasets/parsed/parsed_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace descent {
namespace {

/// True (1) for a number that the storage never has: 0, infinite, NaN, or the smallest integer.
template <class Stored>
std::uint32_t is_wrong(Stored entry) {
  const double number = entry.number();
  std::uint32_t wrong = !(std::abs(number) <= std::numeric_limits<double>::max());
  wrong |= static_cast<std::uint32_t>(number == 0);
  if constexpr (std::is_same_v<Stored, DecimalEntry>)
    wrong |= static_cast<std::uint32_t>(entry.stored == std::numeric_limits<std::int32_t>::min());
  return wrong;
}

}  // namespace

bool is_matrix(std::span<const Offset> starts, const Entries& all, Index width) {
  if (starts.empty() || starts.front() != 0 || starts.back() != static_cast<Offset>(all.size())) return false;
  if (!std::ranges::is_sorted(starts)) return false;
  return with_storage(all.format().storage, [&](auto kind) {
    using Stored = decltype(kind);
    const auto entries = all.as<Stored>();
    if constexpr (std::is_same_v<Stored, OneEntry>) {
      const auto is_negative = [&](std::size_t place) { return entries[place].is_negative(); };
      if (!lines_have_one_sign(starts, is_negative)) return false;
    }
    std::uint32_t wrong = 0;
    for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
      Index before = -1;
      for (auto place = starts[line]; place < starts[line + 1]; ++place) {
        const Stored entry = entries[static_cast<std::size_t>(place)];
        wrong |= static_cast<std::uint32_t>(entry.index() <= before) |
                 static_cast<std::uint32_t>(entry.index() >= width) | is_wrong(entry);
        before = entry.index();
      }
    }
    return wrong == 0;
  });
}

bool are_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool are_signs(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::abs(number) == 1; });
}

}  // namespace descent
