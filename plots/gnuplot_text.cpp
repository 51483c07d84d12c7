#include "plots/gnuplot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace descent {

namespace {

/// gnuplot ends a line at a line break and its text at a zero.
char without_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f ? ' ' : letter;
}

}  // namespace

std::string gnuplot_verbatim(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += '\'';
    quoted += without_control(letter);
  }
  return quoted + '\'';
}

std::size_t letter_count(std::string_view text) {
  // Bytes that begin a character.
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string gnuplot_quoted(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (std::string_view("_^{}@&~\\").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return gnuplot_verbatim(escaped);
}

std::string gnuplot_comment(std::string_view text) {
  std::string comment = "# ";
  for (const char letter : text) {
    comment += letter == '\\' ? '/' : without_control(letter);
  }
  return comment;
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

std::string with_thousands(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t behind = 3; behind < text.size(); behind += 4) text.insert(text.size() - behind, ",");
  return text;
}

std::string lambda_text(double lambda, std::uint64_t rows) {
  const auto m = static_cast<double>(rows);
  const auto is_short = [](double factor) {
    const double rounded = std::stod(fmt::format("{:.2g}", factor));
    return factor > 1e-6 && factor < 1e6 && std::abs(factor - rounded) <= 1e-9 * factor;
  };
  const auto short_text = [](double factor) {
    return factor < 99.5 ? fmt::format("{:.2g}", factor) : fmt::format("{:.0f}", factor);
  };
  if (rows > 1 && is_short(lambda * m)) return short_text(lambda * m) + "/m";
  if (rows > 1 && is_short(lambda * m * m)) return short_text(lambda * m * m) + "/m²";
  return fmt::format("{:.4g}", lambda);
}

std::string file_name_text(std::string_view text) {
  std::string name(text);
  for (char& letter : name) {
    const bool is_safe = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' || letter == '_';
    if (!is_safe) letter = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(0, "_");
  return name;
}

}  // namespace descent
