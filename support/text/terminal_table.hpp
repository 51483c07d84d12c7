#pragma once

#include <string>

#include "support/text/text_table.hpp"

namespace descent {

/// The table for a terminal: the title on a line of its own, then columns as wide as their widest cell, the
/// first and the last to the left, the others to the right.
std::string to_terminal(const TextTable& table);

}  // namespace descent
