#include "support/json/seal.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "support/json/json_text.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t longest_seal = 100;  // in a message

/// The hash of all other members. Numbers are hashed as written, so that the hash is the same after reading.
std::string seal_of(const Json& object) {
  Sha256 hash;
  hash.add("{");
  const char* between = "";
  for (const auto& [key, value] : object.items()) {
    if (key == seal_key) continue;
    hash.add(fmt::format("{}{}:{}", between, json_text(key), json_text(value)));
    between = ",";
  }
  hash.add("}");
  return hash.hex();
}

}  // namespace

Json sealed(Json object) {
  object[seal_key] = seal_of(object);
  return object;
}

bool has_seal(const Json& object, const std::string& file) {
  const auto seal = object.find(seal_key);
  if (seal == object.end()) return false;
  const std::string expected = seal_of(object);
  if (*seal == expected) return true;
  throw ConfigError(
      fmt::format("{}: was changed after it was written: its \"{}\" is {}, and that of what it holds {}",
                  file, seal_key, printable(json_text(*seal), longest_seal), expected));
}

}  // namespace descent
