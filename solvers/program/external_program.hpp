#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/process/child_program.hpp"

namespace descent {

/// An external program, as a run knows it.
struct ExternalProgram {
  std::string written;         ///< its path in the configuration
  std::filesystem::path file;  ///< the same, absolute
  std::string sha256;          ///< of the file
  std::string version;         ///< as the program reports it
};

/// Version of the protocol for requests; programs must report it.
inline constexpr std::int64_t program_protocol = 1;

/// Throws ConfigError unless the file exists and may be run.
std::string sha256_of_program(const std::filesystem::path& file);

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
