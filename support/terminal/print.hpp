#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
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

/// Draws on a terminal: writes to standard error, unchanged. Ignores errors: a closed terminal or a log on a
/// full disk must not end the work.
inline void draw_on_terminal(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Writes a message to standard error, with \xNN for bytes that would act on a terminal, which names of files
/// and words of servers may contain.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  draw_on_terminal(printable_lines(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

}  // namespace descent
