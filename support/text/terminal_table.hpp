#pragma once

#include <string>
#include <vector>

#include "support/text/text_table.hpp"

namespace descent {

/// Lines of cells, which need not be as many in each.
using CellLines = std::vector<std::vector<std::string>>;

/// Which way the columns between the first and the last go; these two go to the left.
enum class InnerColumns { left, right };

/// The lines for a terminal, indented, in columns as wide as their widest cell.
std::string in_columns(const CellLines& lines, InnerColumns inner);

/// The header and the rows of a table, details behind the texts.
CellLines lines_of(const TextTable& table);

/// The table for a terminal: the title on a line of its own, then the columns, the inner ones to the right.
std::string to_terminal(const TextTable& table);

}  // namespace descent
