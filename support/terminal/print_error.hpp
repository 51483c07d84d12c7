#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

#include "support/text/printable.hpp"

namespace descent {

/// Writes to standard error, as it is: what draws on a terminal. That it cannot be written (a terminal that
/// is closed, a log on a full disk) is no reason to end what is told of.
inline void draw_on_terminal(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Writes to standard error what a person is to read, with \xNN for what would act on a terminal: names of
/// files and words of servers are in it.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  draw_on_terminal(printable_lines(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

}  // namespace descent
