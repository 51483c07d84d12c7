#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/program/external_program.hpp"
#include "support/process/child_program.hpp"

namespace descent {

struct ProgramCall {
  std::string output;   ///< its standard output
  std::string failure;  ///< exit status or signal, and the last error line, of a failed call; else empty
  ProgramEnd end;
};

/// Calls the program with these arguments, never through a shell, in `folder`, with one thread for libraries
/// that ask the environment. Kills it after `most_wall_seconds`, or if it prints more than a megabyte.
ProgramCall call_program(const ExternalProgram& program, const std::vector<std::string>& arguments,
                         const std::filesystem::path& folder, double most_wall_seconds);

}  // namespace descent
