#include "support/text/foreign_text.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

namespace descent {

namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

bool is_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < ' ' || byte == 0x7f;
}

/// Replaces, at every place, the first piece that matches there. Control characters, including line ends,
/// become blanks.
std::string replaced(std::string_view text, std::span<const Replacement> replacements) {
  std::string result;
  while (!text.empty()) {
    std::size_t length = 1;
    std::string_view piece = is_control(text.front()) ? " " : text.substr(0, 1);
    for (const auto& [from, to] : replacements) {
      if (!text.starts_with(from)) continue;
      length = from.size();
      piece = to;
      break;
    }
    result += piece;
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  // "< " begins no tag.
  static constexpr Replacement replacements[] = {{"\\", "\\\\"}, {"|", "\\|"}, {"*", "\\*"}, {"_", "\\_"},
                                                 {"&", "&amp;"}, {"< ", "< "}, {"<", "&lt;"}};
  return replaced(text, replacements);
}

std::string html_text(std::string_view text) {
  static constexpr Replacement replacements[] = {
      {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}};
  return replaced(text, replacements);
}

std::string csv_field(std::string_view value) {
  if (std::ranges::none_of(value, is_special_in_csv)) return std::string(value);
  std::string quoted = "\"";
  for (const char letter : value) quoted.append(letter == '"' ? 2 : 1, letter);
  return quoted + '"';
}

std::string file_name_text(std::string_view text) {
  std::string name(text);
  for (char& letter : name) {
    const bool is_safe = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' || letter == '_';
    if (!is_safe) letter = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  return name;
}

std::string shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/' || c == '-';
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace descent
