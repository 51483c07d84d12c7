#pragma once

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace descent {

/// Everything that the user can put right. Messages name the file and the place in it and say what would be
/// right.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
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

/// A run or the machine under it failed: no disk space, no memory, a method that broke its contract.
class RunError : public Error {
 public:
  using Error::Error;
};

/// A file of a results folder is missing, malformed or cannot be written. The message names the file and,
/// where there is one, the line and column or the JSON path.
class ResultFileError : public Error {
 public:
  using Error::Error;
};

/// Why the system refused what was asked of it last, as errno says.
inline std::string system_reason() {
  return std::generic_category().message(errno);
}

}  // namespace descent
