#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers/infinity.hpp"

namespace descent {

/// All environment variables of this program, "NAME=value".
std::vector<std::string> own_environment();

/// Another program and how to start it.
struct ChildProgram {
  /// Name, searched in PATH unless it contains '/', and arguments; no shell reads them.
  std::vector<std::string> words;
  std::vector<std::string> environment = own_environment();
  std::string folder = ".";  ///< working folder
  std::string input = {};    ///< text for its standard input
  int input_file = -1;       ///< an open file to read in place of `input`
  std::uint64_t largest_file = std::numeric_limits<std::uint64_t>::max();  ///< bytes of a file that it writes
  double most_wall_seconds = infinity;                                     ///< then it is killed
};

/// The exit status of a program that could not be started.
inline constexpr int not_started = 127;

/// How a program ended.
struct ProgramEnd {
  int status = 0;          ///< the exit status, or 128 + the signal's number
  std::string text;        ///< "ended by signal 9 (Killed)" or "ended with exit status 7"
  bool was_late = false;   ///< it was killed at most_wall_seconds
  double cpu_seconds = 0;  ///< user and system time of the program and all its descendants
  double wall_seconds = 0;
};

/// Gets the output of a program as it comes; returning false ends the program.
using OutputSink = std::function<bool(std::string_view)>;

/// Runs the program to its end; it dies with this process. Processes that it started and that still run then
/// are killed. `errors` gets its standard error; without `errors`, `output` gets both. Throws
/// std::system_error if the system refuses a process.
ProgramEnd run_measured(ChildProgram program, const OutputSink& output, const OutputSink& errors);

/// Like run_measured(); `output` gets both outputs and cannot end the program.
ProgramEnd run_to_end(ChildProgram program, const std::function<void(std::string_view)>& output);

}  // namespace descent
