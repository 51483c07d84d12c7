#include "support/json/seal.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Of all members. A number is hashed as it is written, so that it is the same after it was read.
std::string seal_of(const Json& object) {
  return sha256_of(object.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json sealed(Json object) {
  object.erase(seal_key);
  object[seal_key] = seal_of(object);
  return object;
}

bool has_seal(const Json& object, const std::string& file) {
  const auto seal = object.find(seal_key);
  if (seal == object.end()) return false;
  Json others = object;
  others.erase(seal_key);
  const std::string expected = seal_of(others);
  if (*seal == expected) return true;
  throw ConfigError(fmt::format(
      "{}: was changed after it was written: its \"{}\" is {}, and that of what it holds {}", file, seal_key,
      printable(seal->dump(-1, ' ', false, Json::error_handler_t::replace), 100), expected));
}

}  // namespace descent
