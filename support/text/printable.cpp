#include "support/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace descent {
namespace {

/// The number of bytes of the UTF-8 character at the front of a text; 0 if it is invalid or does not print.
std::size_t character_bytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return first >= ' ' && first != 0x7f ? 1 : 0;
  // C0, C1 and bytes after F4 never start a character; C2 80 to C2 9F are control characters.
  const std::size_t bytes = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_control = first == 0xc2 && second < 0xa0;
  const bool is_too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool is_beyond = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  const bool goes_on = std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(bytes),
                                   [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; });
  return goes_on && !is_control && !is_too_long && !is_beyond ? bytes : 0;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    const std::string next = bytes > 0 ? std::string(text.substr(0, bytes))
                                       : fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    if (shown.size() + next.size() > longest) return shown + "…";
    shown += next;
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return shown;
}

std::string shown(std::string_view value) {
  constexpr std::size_t longest = 80;
  return printable(value, longest);
}

std::string printable_lines(std::string_view text) {
  std::string shown;
  while (true) {
    const std::size_t end = text.find('\n');
    shown += printable(text.substr(0, end));
    if (end == std::string_view::npos) return shown;
    shown += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string quoted_token(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : token.substr(0, longest))
    text +=
        c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return text + (token.size() > longest ? "…'" : "'");
}

}  // namespace descent
