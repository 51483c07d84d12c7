#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// A table of texts for people, without markup, to be written in several formats.
struct TextTable {
  struct Cell {
    std::string text;
    bool is_best = false;  ///< of its column; shown in bold
    std::string detail{};  ///< after the text, never in bold
  };
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< each has as many cells as the header
};

/// A heading of level three, unless the title is empty, and a table; the first column to the left, the others
/// to the right.
std::string to_markdown(const TextTable& table);

/// The number of characters of a UTF-8 text.
std::size_t letter_count(std::string_view text);

/// Breaks a paragraph at blanks into lines of at most `letters` characters.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t letters);

/// Lines of cells; lines may differ in length.
using CellLines = std::vector<std::vector<std::string>>;

/// The alignment of the columns between the first and the last, which are aligned to the left.
enum class InnerColumns { left, right };

/// The lines for a terminal, indented, each column as wide as its widest cell.
std::string in_columns(const CellLines& lines, InnerColumns inner);

/// The header and the rows of a table, details after the texts.
CellLines lines_of(const TextTable& table);

/// The table for a terminal: the title on its own line, then the columns, the inner ones aligned to the
/// right.
std::string to_terminal(const TextTable& table);

}  // namespace descent
