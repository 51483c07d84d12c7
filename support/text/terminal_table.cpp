#include "support/text/terminal_table.hpp"

#include <algorithm>
#include <cstddef>

#include "support/text/text_width.hpp"

namespace descent {

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
