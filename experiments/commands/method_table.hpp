#pragma once

#include <string>

namespace descent {

/// The registered methods as a Markdown table: name, title, the problems they solve, their options with the
/// defaults, and the source. The README holds it between the lines method_table_begin and method_table_end.
std::string method_table();

inline constexpr auto method_table_begin = "<!-- written by: descent list methods --markdown -->\n";
inline constexpr auto method_table_end = "<!-- end of the methods -->\n";

}  // namespace descent
