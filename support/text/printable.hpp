#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace descent {

/// The text for a message on a terminal: control characters and bytes that are not UTF-8 as \xNN, cut after
/// `longest` bytes with … at the end.
std::string printable(std::string_view text, std::size_t longest = std::string_view::npos);

/// A value of the user or a file for a message: printable, cut after 80 bytes.
std::string shown(std::string_view value);

/// The lines of a text, printable; line ends stay.
std::string printable_lines(std::string_view text);

/// A token of a file in quotation marks: cut if long, and bytes that are not ASCII as \xNN, because columns
/// are counted in bytes.
std::string quoted_token(std::string_view token);

}  // namespace descent
