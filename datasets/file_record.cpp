#include "datasets/file_record.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "datasets/errors.hpp"
#include "datasets/sha256.hpp"
#include "datasets/staged_file.hpp"

namespace descent {
namespace {

using Json = nlohmann::json;

std::filesystem::path record_path(const std::filesystem::path& path) {
  return path.parent_path() / fmt::format(".{}.origin.json", path.filename().string());
}

std::string recorded_sha256(const std::filesystem::path& path) {
  std::ifstream stream(record_path(path));
  try {
    return Json::parse(stream).at("sha256").get<std::string>();
  } catch (const Json::exception&) {
    throw DataError(fmt::format("{}: cannot be read, expected the sha256 of {}; remove it",
                                record_path(path).string(), path.filename().string()));
  }
}

}  // namespace

void record_file(const std::filesystem::path& path, const std::string& origin) {
  const Json record{{"origin", origin}, {"sha256", sha256_of_file(path)}};
  write_staged(record_path(path), "new", record.dump(2) + "\n");
}

bool has_record(const std::filesystem::path& path) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(record_path(path), unreadable);
}

std::optional<std::string> find_change(const std::filesystem::path& path) {
  const std::string then = recorded_sha256(path);
  const std::string now = sha256_of_file(path);
  if (then == now) return std::nullopt;
  return fmt::format("expected SHA256 {}, as when it was fetched, got {}", then, now);
}

}  // namespace descent
