#pragma once

#include <string_view>

namespace descent {

/// True if the text has only digits 0-9 and a-f, as in checksums and ids of runs.
constexpr bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace descent
