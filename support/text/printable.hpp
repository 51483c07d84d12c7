#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace descent {

/// The text as a message may show it on a terminal: control characters and bytes that are not UTF-8 as \xNN,
/// and cut, with … behind, where it has more than so many bytes.
std::string printable(std::string_view text, std::size_t longest = std::string_view::npos);

/// A value of the user or of a file as a message quotes it: printable, and cut after 80 bytes.
std::string shown(std::string_view value);

/// The lines of a text, printable; their ends stay.
std::string printable_lines(std::string_view text);

/// A token of a file, in quotation marks: cut when long, and bytes that are not ASCII as \xNN, for columns
/// are counted in bytes.
std::string quoted_token(std::string_view token);

}  // namespace descent
