#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/errors.hpp"

namespace descent {

using Json = nlohmann::json;

/// A text is not JSON: it was edited wrongly, or cut off.
class JsonSyntaxError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

/// Parses a JSON file. Throws ConfigError with the file and line and column, or JSON path, when it is no
/// file, cannot be opened (with the system's reason), has more than 64 MiB, or
/// - is not JSON (JsonSyntaxError, but for a number that is too large);
/// - has a key twice in one object: one of the two would silently be lost;
/// - is nested deeper than 64 levels: going through it would take the stack.
Json read_json(const std::filesystem::path& path);

/// The same for a file that the program has written. Throws ConfigError for a pipe in its place as well,
/// which would be waited for without end.
Json read_written_json(const std::filesystem::path& path);

/// The same for a text; `file` stands for it in messages.
Json parse_json(std::string_view text, const std::string& file);

}  // namespace descent
