#pragma once

#include <string>
#include <vector>

#include "support/text/text_table.hpp"

namespace descent {

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
