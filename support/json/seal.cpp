#include "support/json/seal.hpp"

#include <fmt/format.h>

#include <utility>

#include "support/files/atomic_file.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
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

void write_sealed_json(const std::filesystem::path& path, Json object) {
  write_atomically(path, json_text(sealed(std::move(object)), 1) + '\n');
}

void require_seal(const Json& json, const std::string& file) {
  const auto fail = [&](const std::string& why) { throw DamagedJson("{}: is damaged: {}", file, why); };
  if (!json.is_object()) fail("it is no JSON object");
  const auto seal = json.find(seal_key);
  if (seal == json.end()) fail(fmt::format("it has no \"{}\"", seal_key));
  const std::string expected = seal_of(json);
  if (*seal != expected)
    fail(fmt::format("it was changed: its \"{}\" is {}, that of its content {}", seal_key,
                     printable(json_text(*seal), longest_seal), expected));
}

Json read_sealed_json(const std::filesystem::path& path) {
  Json json = read_written_json(path);
  require_seal(json, path.string());
  return json;
}

}  // namespace descent
