#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace descent {

/// The text as a message may show it on a terminal: control characters and bytes that are not UTF-8 as \xNN,
/// and cut, with … behind, where it has more than so many bytes.
std::string printable(std::string_view text, std::size_t longest);

}  // namespace descent
