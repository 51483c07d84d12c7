#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// The parts of "a,b", empty ones too; the whole text where it has no comma.
inline std::vector<std::string> parts_between_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size(); start += parts.back().size() + 1)
    parts.emplace_back(text.substr(start, text.find(',', start) - start));
  return parts;
}

}  // namespace descent
