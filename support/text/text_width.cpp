#include "support/text/text_width.hpp"

#include <algorithm>

namespace descent {

std::size_t letter_count(std::string_view text) {
  // Counts the bytes that begin a character.
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t letters) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!lines.back().empty() && letter_count(lines.back()) + 1 + letter_count(word) > letters) {
      lines.emplace_back();
    }
    lines.back().append(lines.back().empty() ? "" : " ").append(word);
  }
  return lines;
}

}  // namespace descent
