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

/// Parses a JSON file of at most 64 MiB. Throws ConfigError if the path is not a file, cannot be opened (with
/// the system's reason), or is larger. Throws DamagedJson, with line and column, if the text is not JSON.
/// Throws ConfigError, with the JSON path, for
///  - a number too large for a double,
///  - a key twice in one object (one value would be lost),
///  - more than 64 levels of nesting (they would exhaust the stack).
Json read_json(const std::filesystem::path& path);

/// Parses a file that the program wrote. Also throws ConfigError for a pipe in its place, which could block
/// forever.
Json read_written_json(const std::filesystem::path& path);

/// Parses a text; messages name it `file`.
Json parse_json(std::string_view text, const std::string& file);

/// JSON in one line, or indented by `indent` blanks a level. Bytes that are not UTF-8, possible in file
/// names, become U+FFFD.
inline std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// JSON with a line for each member of the outer `levels`, indented by one blank a level. Deeper values are
/// in one line, which keeps lists of numbers short.
std::string json_text_in_lines(const Json& value, int levels);

}  // namespace descent
