#include "plots/results/result_json.hpp"

#include <fmt/format.h>

#include <system_error>

#include "support/errors.hpp"
#include "support/json/seal.hpp"

namespace descent {

Json read_result_json(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
      !std::filesystem::is_regular_file(status))
    throw ConfigError(fmt::format("{}: is not a regular file", path.string()));
  Json json = read_json(path);
  if (json.is_object()) has_seal(json, path.string());
  return json;
}

}  // namespace descent
