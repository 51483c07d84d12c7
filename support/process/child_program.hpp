#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers/infinity.hpp"

namespace descent {

/// All variables of this program's environment, "NAME=value".
std::vector<std::string> own_environment();

/// Another program, as it is to be started.
struct ChildProgram {
  /// Its name, looked for in PATH unless it has a '/', and its arguments; no shell reads them.
  std::vector<std::string> words;
  std::vector<std::string> environment = own_environment();
  std::string folder = ".";  ///< that it runs in
  std::string input = {};    ///< what it reads from standard input
  int input_file = -1;       ///< an open file that it reads from in place of `input`
  int file = -1;             ///< an open file that it has under the same number
  std::uint64_t largest_file = std::numeric_limits<std::uint64_t>::max();  ///< bytes that it may write to one
  double most_wall_seconds = infinity;                                     ///< it is killed then
};

/// The exit status of a program that could not be started.
inline constexpr int not_started = 127;

/// How a program came to its end.
struct ProgramEnd {
  int status = 0;          ///< the exit status, or 128 + the signal's number when one ended it
  std::string text;        ///< "ended by signal 9 (Killed)" or "ended with exit status 7"
  bool was_late = false;   ///< it was killed at most_wall_seconds
  double cpu_seconds = 0;  ///< user and system time of the program and of all processes that it had started
  double wall_seconds = 0;
};

/// Takes what a program writes, as it comes; false ends the program.
using OutputSink = std::function<bool(std::string_view)>;

/// Runs the program to its end; it dies with this process. Processes that it has started and that are still
/// there then are killed. `errors` takes what it writes to standard error, or `output` where there is no
/// `errors`. Throws std::system_error when the system refuses a process.
ProgramEnd run_measured(ChildProgram program, const OutputSink& output, const OutputSink& errors);

/// The same; `output` takes both of its outputs, whatever they are.
ProgramEnd run_to_end(ChildProgram program, const std::function<void(std::string_view)>& output);

}  // namespace descent
