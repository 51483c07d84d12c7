#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// The number of characters of a UTF-8 text.
std::size_t letter_count(std::string_view text);

/// Breaks a paragraph at blanks into lines of at most `letters` characters.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t letters);

}  // namespace descent
