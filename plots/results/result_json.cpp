#include "plots/results/result_json.hpp"

#include <fmt/format.h>

#include <system_error>

#include "support/errors.hpp"

namespace descent {

Json read_result_json(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
      !std::filesystem::is_regular_file(status))
    throw ConfigError(fmt::format("{}: is not a regular file", path.string()));
  return read_json(path);
}

}  // namespace descent
