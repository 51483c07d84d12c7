#pragma once

#include <string_view>

namespace descent {

/// Whether there is nothing but digits of 0-9 and a-f, as in checksums and the ids of runs.
constexpr bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace descent
