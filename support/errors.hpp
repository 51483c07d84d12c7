#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace descent {

/// Errors that the user can fix. Messages name the file, the place in it and what is expected.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// Takes the message as fmt::format() does.
  template <class First, class... Others>
  explicit Error(fmt::format_string<First, Others...> format, First&& first, Others&&... others)
      : runtime_error(fmt::format(format, std::forward<First>(first), std::forward<Others>(others)...)) {}
};

/// A configuration, a command line or an option is wrong.
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// A data file is wrong, missing or unreadable.
class DataError : public Error {
 public:
  using Error::Error;
};

/// A run or its machine failed: no disk space, no memory, a method that broke its contract.
class RunError : public Error {
 public:
  using Error::Error;
};

/// A file of a results folder is missing, malformed or not writable. The message names the file and, if
/// known, the line and column or the JSON path.
class ResultFileError : public Error {
 public:
  using Error::Error;
};

/// The system's text for errno: why the last call failed.
inline std::string system_reason() {
  return std::generic_category().message(errno);
}

}  // namespace descent
