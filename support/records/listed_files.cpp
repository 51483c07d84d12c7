#include "support/records/listed_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/json/seal.hpp"

namespace descent {
Fields<ListedFile> ListedFile::fields() {
  using F = ListedFile;
  return {in_json("bytes", "", &F::bytes), nonempty(in_json("sha256", "", &F::sha256)),
          nonempty(unless_default(in_json("curves", "the averaged curves that it shows", &F::curves)))};
}

bool is_inside_folder(const std::string& name) {
  const std::filesystem::path path = name;
  return !name.empty() && path.is_relative() && name.find('\0') == std::string::npos &&
         std::ranges::none_of(path, [](const std::filesystem::path& part) {
           return part.empty() || part == ".." || part == ".";
         });
}

bool is_source_of_figures(const std::string& name) {
  return name.starts_with("runs/") || name.starts_with("provenance/") || name == "decision.json";
}

ListedFile listed(const std::filesystem::path& file) {
  const auto state = state_of(file);
  if (!state) throw ResultFileError("{}: is missing, or not a regular file", file.string());
  try {
    return {state->bytes, sha256_of_file(file)};
  } catch (const DataError& error) {
    throw ResultFileError(error.what());
  }
}

Json to_json(const ListedFiles& files) {
  return written(files);
}

ListedFiles read_listed_files(const JsonPlace& place) {
  for (const std::string& name : place.keys()) {
    if (!is_inside_folder(name)) place.at(name).fail("must be the path of a file inside the folder");
  }
  ListedFiles files;
  read_value(place, files);
  return files;
}

ListedFiles listed_files(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "manifest.json";
  if (!is_file(path)) return {};
  try {
    const Json manifest = read_sealed_json(path);
    return read_listed_files(JsonPlace(path.string(), manifest).at(files_key));
  } catch (const ConfigError&) {  // reported by whoever needs the manifest
    return {};
  }
}

std::string damage_of(const std::filesystem::path& file, const ListedFile& written) {
  std::error_code reason;
  const auto status = std::filesystem::symlink_status(file, reason);
  if (status.type() == std::filesystem::file_type::not_found)
    return fmt::format("{}: is missing, and was written", file.string());
  if (!std::filesystem::exists(status))
    return fmt::format("{}: cannot be read: {}", file.string(), reason.message());
  const auto state = state_of(file);
  if (!state) return fmt::format("{}: is not a regular file", file.string());
  if (state->bytes != written.bytes)
    return fmt::format("{}: is damaged: has {} bytes, and had {}", file.string(), state->bytes,
                       written.bytes);
  try {
    const std::string now = sha256_of_file(file);
    if (now == written.sha256) return "";
    return fmt::format("{}: is damaged: expected SHA256 {}, got {}", file.string(), written.sha256, now);
  } catch (const DataError& error) {
    return error.what();
  }
}

}  // namespace descent
