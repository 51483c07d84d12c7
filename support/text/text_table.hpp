#pragma once

#include <string>
#include <vector>

namespace descent {

/// A table of texts for people, without markup of its own, so that it can be written in several formats.
struct TextTable {
  struct Cell {
    std::string text;
    bool is_best = false;  ///< of its column; the text is shown in bold
    /// Smaller print: behind the text, or under it where columns must be narrow.
    std::string detail{};
    double order = 0;  ///< where it comes when the column is sorted; of numbers
  };
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<Cell>> rows;  ///< as many cells each as the header has
};

/// A heading of level three, unless the title is empty, and a table, the first column to the left, the others
/// to the right.
std::string to_markdown(const TextTable& table);

/// The same as a `table` environment with a caption, details on a line of their own so that seven columns of
/// numbers fit a page of `article`; needs no package.
std::string to_latex(const TextTable& table);

}  // namespace descent
