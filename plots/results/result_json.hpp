#pragma once

#include <filesystem>

#include "support/json/read_json.hpp"

namespace descent {

/// A JSON file of a results folder: read_json() of a regular file alone, since a pipe in its place would be
/// waited for without end. Throws ConfigError, as that does.
Json read_result_json(const std::filesystem::path& path);

}  // namespace descent
