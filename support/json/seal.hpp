#pragma once

#include <string>

#include "support/json/read_json.hpp"

namespace descent {

/// The member of an object that tells the SHA-256 of its others, as compact JSON with the keys in order.
inline constexpr const char* seal_key = "seal";

/// The object with a seal: whoever changes a value afterwards, and not the seal, is found out.
Json sealed(Json object);

/// Whether the object has a seal; files of earlier versions have none. Throws ConfigError with the file when
/// the seal is not that of the other members.
bool has_seal(const Json& object, const std::string& file);

}  // namespace descent
