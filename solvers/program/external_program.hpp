#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace descent {

/// A program outside of this one, as a run knows it.
struct ExternalProgram {
  std::string written;         ///< its path as the configuration has it
  std::filesystem::path file;  ///< the same, absolute
  std::string sha256;          ///< of the file
  std::string version;         ///< as it says itself
};

/// The protocol that requests are written in, and that programs have to say they speak.
inline constexpr std::int64_t program_protocol = 1;

/// Throws ConfigError unless the file is there and may be run.
std::string sha256_of_program(const std::filesystem::path& file);

}  // namespace descent
