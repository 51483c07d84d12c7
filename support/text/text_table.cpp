#include "support/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "support/text/foreign_text.hpp"

namespace descent {

std::string to_markdown(const TextTable& table) {
  std::string text = table.title.empty() ? "|" : fmt::format("### {}\n\n|", markdown_text(table.title));
  for (const std::string& name : table.header) text += fmt::format(" {} |", markdown_text(name));
  text += "\n|---|";
  for (std::size_t column = 1; column < table.header.size(); ++column) text += "--:|";
  for (const auto& row : table.rows) {
    text += "\n|";
    for (const TextTable::Cell& cell : row) {
      const char* const mark = cell.is_best ? "**" : "";
      text += fmt::format(" {0}{1}{0}{2}{3} |", mark, markdown_text(cell.text),
                          cell.detail.empty() ? "" : " ", markdown_text(cell.detail));
    }
  }
  return text + "\n";
}

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

std::string in_columns(const CellLines& lines, InnerColumns inner) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], letter_count(line[column]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t column = 0; column < line.size(); ++column) {
      const std::string padding(widths[column] - letter_count(line[column]), ' ');
      const bool is_inner = column > 0 && column + 1 < line.size();
      const bool to_the_right = is_inner && inner == InnerColumns::right;
      row += "  " + (to_the_right ? padding + line[column] : line[column] + padding);
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

CellLines lines_of(const TextTable& table) {
  CellLines lines{table.header};
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    for (const TextTable::Cell& cell : row)
      line.push_back(cell.text + (cell.detail.empty() ? "" : " " + cell.detail));
  }
  return lines;
}

std::string to_terminal(const TextTable& table) {
  return table.title + '\n' + in_columns(lines_of(table), InnerColumns::right);
}

}  // namespace descent
