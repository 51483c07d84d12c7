#include "support/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

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

namespace {

/// One line of a tabular; `text_of(cell)` is already LaTeX.
template <class Cells, class Text>
std::string latex_line(const Cells& cells, Text text_of) {
  std::string line;
  for (const auto& cell : cells) line += (&cell == &cells.front() ? "" : " & ") + text_of(cell);
  return line + " \\\\\n";
}

}  // namespace

std::string to_latex(const TextTable& table) {
  using Cell = TextTable::Cell;
  std::string text = fmt::format(
      "\\begin{{table}}\n\\caption{{{}}}\n\\centering\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}\n"
      "\\begin{{tabular}}{{l{}}}\n\\hline\n",
      latex_text(table.title), std::string(table.header.size() - 1, 'r'));
  text += latex_line(table.header, [](const std::string& name) { return latex_text(name); }) + "\\hline\n";
  for (const auto& row : table.rows) {
    text += latex_line(row, [](const Cell& cell) {
      return cell.is_best ? fmt::format("\\textbf{{{}}}", latex_text(cell.text)) : latex_text(cell.text);
    });
    if (std::ranges::all_of(row, &std::string::empty, &Cell::detail)) continue;
    text += latex_line(row, [](const Cell& cell) {
      return cell.detail.empty() ? std::string() : fmt::format("{{\\tiny {}}}", latex_text(cell.detail));
    });
  }
  return text + "\\hline\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace descent
