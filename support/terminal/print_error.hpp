#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace descent {

/// Writes to standard error what a person is to read. That it cannot be written (a terminal that is closed, a
/// log on a full disk) is no reason to end what is told of.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace descent
