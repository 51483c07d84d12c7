#pragma once

#include <string>
#include <vector>

namespace descent {

/// A table of texts for people, without markup, to be written in several formats.
struct TextTable {
  struct Cell {
    std::string text;
    bool is_best = false;  ///< of its column; shown in bold
    /// Smaller print after the text, or under it if columns must be narrow.
    std::string detail{};
    double order = 0;  ///< sort key of a cell with a number
  };
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< each has as many cells as the header
};

/// A heading of level three, unless the title is empty, and a table; the first column to the left, the others
/// to the right.
std::string to_markdown(const TextTable& table);

/// A `table` environment with a caption. Details have their own line, so that seven columns of numbers fit a
/// page of `article`. Needs no package.
std::string to_latex(const TextTable& table);

}  // namespace descent
