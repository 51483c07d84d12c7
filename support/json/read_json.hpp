#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace descent {

using Json = nlohmann::json;

/// Parses a JSON file. Throws ConfigError with the file and line and column, or JSON path, when it is no
/// file, cannot be opened, has more than 64 MiB, or
/// - is not JSON;
/// - has a key twice in one object: one of the two would silently be lost;
/// - is nested deeper than 64 levels: going through it would take the stack.
Json read_json(const std::filesystem::path& path);

/// The same for a text; `file` stands for it in messages.
Json parse_json(std::string_view text, const std::string& file);

}  // namespace descent
