#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

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

}  // namespace descent
