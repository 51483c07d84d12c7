#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace descent {

/// True if a name has this ending, in small or capital letters.
inline bool ends_in(std::string_view name, std::string_view ending) {
  const auto small = [](unsigned char c) { return std::tolower(c); };
  return name.size() >= ending.size() &&
         std::ranges::equal(name.substr(name.size() - ending.size()), ending, {}, small, small);
}

}  // namespace descent
