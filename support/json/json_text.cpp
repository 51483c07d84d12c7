#include "support/json/json_text.hpp"

namespace descent {
namespace {

void append(std::string& text, const Json& value, int levels, std::size_t depth) {
  if (levels == 0 || !value.is_structured() || value.empty()) {
    text += json_text(value);
    return;
  }
  text += value.is_object() ? '{' : '[';
  const char* between = "\n";
  for (const auto& [key, member] : value.items()) {
    text += between + std::string(depth + 1, ' ');
    if (value.is_object()) text += json_text(key) + ": ";
    append(text, member, levels - 1, depth + 1);
    between = ",\n";
  }
  text += '\n' + std::string(depth, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string json_text_in_lines(const Json& value, int levels) {
  std::string text;
  append(text, value, levels, 0);
  return text;
}

}  // namespace descent
