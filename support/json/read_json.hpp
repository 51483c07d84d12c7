#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/errors.hpp"

namespace descent {

using Json = nlohmann::json;

/// A text is not JSON because it was edited wrongly or cut off, or its seal is missing or wrong.
class DamagedJson : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// Parses a JSON file. Throws ConfigError with the file and line and column, or JSON path, if it is not a
/// file, cannot be opened (with the system's reason), has more than 64 MiB, or
///  - is not JSON (DamagedJson, except for a number that is too large);
///  - has a key twice in one object: one of the two would silently be lost;
///  - is nested deeper than 64 levels: going through it would exhaust the stack.
Json read_json(const std::filesystem::path& path);

/// Parses a file that the program wrote. Also throws ConfigError for a pipe in its place, which could block
/// forever.
Json read_written_json(const std::filesystem::path& path);

/// Parses a text; messages name it `file`.
Json parse_json(std::string_view text, const std::string& file);

}  // namespace descent
