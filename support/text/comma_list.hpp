#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// The parts of "a,b", including empty parts; the whole text if it has no comma.
inline std::vector<std::string> parts_between_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size(); start += parts.back().size() + 1)
    parts.emplace_back(text.substr(start, text.find(',', start) - start));
  return parts;
}

/// Rejoins the parts that make up a known name, since names may contain commas; prefers the longest.
inline std::vector<std::string> joined_to_names(const std::vector<std::string>& parts,
                                                std::span<const std::string> known) {
  std::vector<std::string> names;
  for (std::size_t first = 0, end = 0; first < parts.size(); first = end) {
    std::string text = parts[first];
    names.push_back(text);
    end = first + 1;
    for (std::size_t next = end; next < parts.size(); ++next) {
      text += ',' + parts[next];
      if (std::ranges::find(known, text) == known.end()) continue;
      names.back() = text;
      end = next + 1;
    }
  }
  return names;
}

}  // namespace descent
