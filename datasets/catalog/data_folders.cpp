#include "datasets/catalog/data_folders.hpp"

#include <cctype>
#include <cstdlib>
#include <system_error>

#include "datasets/readers/compressed_input.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/text/did_you_mean.hpp"

namespace descent {
namespace {

constexpr const char* installed_place = "share/descent/datasets";

bool has_catalog(const std::filesystem::path& folder) {
  return is_file(folder / "catalog.json");
}

/// The value of an environment variable; an empty value counts as unset.
std::optional<std::filesystem::path> folder_in_environment(const char* variable) {
  const char* const folder = std::getenv(variable);
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

/// datasets/cache of a repository; the user's cache for an installed program, which may not write beside its
/// catalogue.
std::filesystem::path default_cache() {
  const CatalogFolder catalog = catalog_folder();
  if (!catalog.installed) return catalog.path / "cache";
  if (const auto caches = folder_in_environment("XDG_CACHE_HOME")) return *caches / "descent";
  if (const auto home = folder_in_environment("HOME")) return *home / ".cache" / "descent";
  throw ConfigError("DESCENT_CACHE, XDG_CACHE_HOME and HOME are not set: there is no place for data");
}

/// Finds any of these names in the first folder that has one.
std::optional<std::filesystem::path> find_first(const std::vector<std::string>& names) {
  std::vector<std::filesystem::path> folders = data_folders();
  for (std::filesystem::path& folder : read_only_folders()) folders.push_back(std::move(folder));
  for (const std::filesystem::path& folder : folders) {
    for (const std::string& name : names)
      if (is_file(folder / name)) return folder / name;
  }
  return std::nullopt;
}

}  // namespace

CatalogFolder catalog_folder(const std::filesystem::path& program) {
  const std::filesystem::path own = program.parent_path();
  for (std::filesystem::path folder = own; folder.has_relative_path(); folder = folder.parent_path())
    if (has_catalog(folder / "datasets")) return {folder / "datasets", false};
  for (const std::filesystem::path& prefix :
       {own.parent_path(), std::filesystem::path(DESCENT_INSTALL_PREFIX)})
    if (has_catalog(prefix / installed_place)) return {prefix / installed_place, true};
  return {std::filesystem::path(DESCENT_SOURCES) / "datasets", false};
}

CatalogFolder catalog_folder() {
  std::error_code ignored;
  static const CatalogFolder folder =
      catalog_folder(std::filesystem::read_symlink("/proc/self/exe", ignored));
  return folder;
}

std::vector<std::filesystem::path> data_folders() {
  std::vector<std::filesystem::path> folders;
  if (const auto folder = folder_in_environment("DESCENT_DATA")) {
    std::error_code ignored;
    // Refuse it: stand-ins would hide this mistake.
    if (!std::filesystem::is_directory(*folder, ignored))
      throw ConfigError("DESCENT_DATA: " + folder->string() + " is not a folder");
    folders.push_back(*folder);
  }
  const auto cache = folder_in_environment("DESCENT_CACHE");
  folders.push_back(cache ? *cache : default_cache());
  return folders;
}

std::vector<std::filesystem::path> read_only_folders() {
  return {catalog_folder().path / "shipped", "/usr/lib/python3/dist-packages/sklearn/datasets/data"};
}

std::optional<std::filesystem::path> find_data_file(const std::string& name) {
  std::vector<std::string> names{name};
  for (const std::string ending : archive_endings) {
    names.push_back(name + ending);
    names.push_back(name);
    for (const unsigned char c : ending) names.back() += static_cast<char>(std::toupper(c));
  }
  return find_first(names);
}

std::optional<std::filesystem::path> find_download(const std::string& name) {
  return find_first({name});
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const std::filesystem::path& entry : folder_entries(folder))
    names.push_back(entry.filename().string());
  return names;
}

std::filesystem::path find_path(const std::string& path, const std::filesystem::path& folder) {
  const bool in_folder_too = !folder.empty() && std::filesystem::path(path).is_relative();
  std::vector<std::filesystem::path> places{path};
  if (in_folder_too) places.insert(places.begin(), folder / path);
  std::string refusal;
  for (const std::filesystem::path& place : places) {
    std::error_code unreadable;
    if (std::filesystem::exists(place, unreadable)) return place;
    if (unreadable && refusal.empty()) refusal = place.string() + ": " + unreadable.message();
  }
  if (!refusal.empty()) throw MissingFileError(refusal);
  std::string message = path + ": no such file";
  if (in_folder_too) message += " in " + folder.string() + " or the current directory";
  for (const std::filesystem::path& place : places) {
    const std::string nearest = did_you_mean(place.filename().string(), names_in(folder_of(place)));
    if (!nearest.empty()) throw MissingFileError(message + nearest);
  }
  throw MissingFileError(message);
}

}  // namespace descent
