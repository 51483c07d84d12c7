#pragma once

#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// The member of an object with the SHA-256 of the others, as compact JSON with the keys in order.
inline constexpr const char* seal_key = "seal";

/// Adds a seal to the object, which reveals a changed value unless the seal is changed too.
Json sealed(Json object);

/// True if the object has a seal; files of earlier versions have none. Throws ConfigError with the file if
/// the seal is wrong.
bool has_seal(const Json& object, const std::string& file);

}  // namespace descent
