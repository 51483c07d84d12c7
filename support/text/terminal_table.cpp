#include "support/text/terminal_table.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/text/text_width.hpp"

namespace descent {
namespace {

using Line = std::vector<std::string>;

std::string text_of(const TextTable::Cell& cell) {
  return cell.text + (cell.detail.empty() ? "" : " " + cell.detail);
}

}  // namespace

std::string to_terminal(const TextTable& table) {
  std::vector<Line> lines{table.header};
  for (const auto& row : table.rows) {
    Line& line = lines.emplace_back();
    for (const TextTable::Cell& cell : row) line.push_back(text_of(cell));
  }
  std::vector<std::size_t> widths(table.header.size());
  for (const Line& line : lines) {
    for (std::size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], letter_count(line[column]));
  }
  std::string text = table.title + '\n';
  for (const Line& line : lines) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      const std::string padding(widths[column] - letter_count(line[column]), ' ');
      const bool is_last = column + 1 == line.size();
      if (column == 0)
        text += "  " + line[column] + padding;
      else
        text += "  " + (is_last ? line[column] : padding + line[column]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace descent
