#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace descent {

/// Collects a script's lines.
class GnuplotScript {
 public:
  /// Adds a line, in fmt's format.
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace descent
