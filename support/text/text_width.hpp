#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// Characters of a text in UTF-8.
std::size_t letter_count(std::string_view text);

/// A paragraph in lines of at most so many letters, broken at blanks.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t letters);

}  // namespace descent
