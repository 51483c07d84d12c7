#pragma once

#include <filesystem>
#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// The member of an object with the SHA-256 of the others, as compact JSON with the keys in order.
inline constexpr const char* seal_key = "seal";

/// Adds a seal to the object, which reveals a changed value unless the seal is changed too.
Json sealed(Json object);

/// Writes the object with a seal, in lines, whole or not at all. Throws ResultFileError.
void write_sealed_json(const std::filesystem::path& path, Json object);

/// Throws DamagedJson ("FILE: is damaged: ...") unless `json` is an object with the seal of its members.
void require_seal(const Json& json, const std::string& file);

/// Reads a file that was written with a seal. Throws ConfigError as read_written_json() and require_seal()
/// do.
Json read_sealed_json(const std::filesystem::path& path);

}  // namespace descent
