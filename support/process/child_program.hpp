#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// Another program, as it is to be started.
struct ChildProgram {
  std::vector<std::string> words;  ///< its name, looked for in PATH, and its arguments; no shell reads them
  std::vector<std::string> environment;  ///< all of it, "NAME=value"
  std::string folder = ".";              ///< that it runs in
  std::string input;                     ///< what it reads from standard input
  int file = -1;                         ///< an open file that it has under the same number
  std::uint64_t largest_file = std::numeric_limits<std::uint64_t>::max();  ///< bytes that it may write to one
};

/// The exit status of a program that could not be started.
inline constexpr int not_started = 127;

/// Runs the program to its end; it dies with this process. `output` takes what it writes to standard output
/// and standard error, as it comes. Returns the exit status, or 128 + the signal's number when one ended it.
/// Throws std::system_error when the system refuses a process.
int run_to_end(ChildProgram program, const std::function<void(std::string_view)>& output);

}  // namespace descent
