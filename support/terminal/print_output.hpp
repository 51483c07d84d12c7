#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "support/text/printable.hpp"

namespace descent {

/// Writes text for people to standard output, with \xNN for control characters and bytes that are not UTF-8,
/// which titles and names of foreign files may contain.
template <class... Arguments>
void print_output(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = printable_lines(fmt::format(format, std::forward<Arguments>(arguments)...));
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace descent
