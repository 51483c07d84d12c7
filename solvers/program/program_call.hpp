#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/program/external_program.hpp"
#include "support/process/child_program.hpp"

namespace descent {

/// What came of one call of an external program.
struct ProgramCall {
  std::string output;   ///< what it printed
  std::string failure;  ///< why it does not count: its exit status or signal, and its last words; else empty
  ProgramEnd end;
};

/// Calls the program with these arguments, never by a shell. It runs in `folder`, with one thread for the
/// libraries that ask the environment, and is killed after so many seconds of wall time, or when it prints
/// more than a megabyte.
ProgramCall call_program(const ExternalProgram& program, const std::vector<std::string>& arguments,
                         const std::filesystem::path& folder, double most_wall_seconds);

}  // namespace descent
