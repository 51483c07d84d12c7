#pragma once

#include <filesystem>

#include "support/json/read_json.hpp"

namespace descent {

/// A JSON file that the program has written: read_json() of a regular file alone, since a pipe in its place
/// would be waited for without end. Throws ConfigError, as that does, also when the file was changed after it
/// was written, as far as it has a seal.
Json read_result_json(const std::filesystem::path& path);

}  // namespace descent
