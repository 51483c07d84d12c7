#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace descent {

/// "1 run", "2 runs".
inline std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "1 run is", "2 runs are".
inline std::string plural_are(std::size_t count, std::string_view noun) {
  return plural(count, noun) + (count == 1 ? " is" : " are");
}

/// 24703 → "24,703"
inline std::string with_thousands(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t behind = 3; behind < text.size(); behind += 4) text.insert(text.size() - behind, ",");
  return text;
}

}  // namespace descent
