#pragma once

#include <filesystem>

#include "support/json/read_json.hpp"

namespace descent {

/// A file of results: read_written_json(). Throws ConfigError, as that does, also when the file was changed
/// after it was written, as far as it has a seal.
Json read_result_json(const std::filesystem::path& path);

}  // namespace descent
