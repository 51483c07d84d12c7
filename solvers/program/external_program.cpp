#include "solvers/program/external_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"

namespace descent {

std::string sha256_of_program(const std::filesystem::path& file) {
  if (!is_file(file)) throw ConfigError(fmt::format("{}: there is no such program", file.string()));
  if (access(file.c_str(), X_OK) != 0)
    throw ConfigError(fmt::format("{0}: may not be run; `chmod +x {0}` changes that", file.string()));
  try {
    return sha256_of_file(file);
  } catch (const DataError& error) {
    throw ConfigError(error.what());
  }
}

}  // namespace descent
