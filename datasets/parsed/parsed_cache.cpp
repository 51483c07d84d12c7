#include "datasets/parsed/parsed_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "datasets/catalog/data_folders.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_bytes.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
#include "support/process/second_thread.hpp"
#include "support/records/record.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

enum class ParsedFiles { off, on, mapped };

ParsedFiles wanted_parsed_files() {
  const char* const variable = std::getenv("DESCENT_PARSED");
  const std::string_view chosen = variable == nullptr ? "" : variable;
  if (chosen == "off") return ParsedFiles::off;
  if (chosen == "mapped") return ParsedFiles::mapped;
  if (chosen.empty() || chosen == "on") return ParsedFiles::on;
  throw ConfigError("the environment variable DESCENT_PARSED must be on, off or mapped, got '{}'", chosen);
}

std::string content_of(const ParseRequest& request) {
  ReadSettings settings = request.settings;
  const FileFormat format = settings.format.value_or(FileFormat::libsvm);
  settings.format = std::nullopt;
  const std::string content = fmt::format("{}-{}", name_of(format), name_of(request.task));
  if (settings == ReadSettings{}) return content;
  Sha256 settings_hash;
  settings_hash.add(json_text(write_keys(read_settings_keys(), settings)));
  return content + '-' + settings_hash.hex().substr(0, 8);
}

/// Files that this process has mapped, by path.
std::map<std::string, std::weak_ptr<const FileBytes>>& mapped_files() {
  static std::map<std::string, std::weak_ptr<const FileBytes>> files;
  return files;
}

/// The parsed file at `place`, if it is valid and made from the wanted source.
std::optional<LoadedFile> find_parsed(const Path& place, const ParsedSource& wanted,
                                      const ParseRequest& request, bool is_mapped) {
  try {
    const auto bytes = std::make_shared<const FileBytes>(place, is_mapped ? 0 : request.most_copied);
    LoadedFile found{read_parsed(bytes->all(), bytes), place};
    const auto& [source, parsed] = found.file;
    const bool has_its_classes = request.train
                                     ? parsed.classes == request.train->classes
                                     : parsed.classes.has_value() == (request.task == Task::classification);
    if (!has_its_classes || source.content != wanted.content || source.state != wanted.state ||
        source.train_sha256 != wanted.train_sha256)
      return {};
    if (bytes->is_mapped()) mapped_files()[place.string()] = bytes;
    return found;
  } catch (const DataError&) {
  } catch (const std::system_error&) {
  }
  return std::nullopt;
}

/// SHA-256 of the files one after another.
std::string sha256_of_files(const std::vector<Path>& files, const std::stop_token& stop) {
  Sha256 digest;
  for (const Path& file : files) digest.add_file(file, stop);
  return digest.hex();
}

/// False for a folder without write permissions, even as root.
bool may_write(const Path& folder) {
  using std::filesystem::perms;
  constexpr perms writers = perms::owner_write | perms::group_write | perms::others_write;
  std::error_code ignored;
  return (std::filesystem::status(folder, ignored).permissions() & writers) != perms::none;
}

/// Keeps a parsed form at the first place that can be written, with the access rights of the file at `path`,
/// if there is one.
void keep(const ParsedFile& file, const Path& path, const std::vector<Path>& places) {
  for (const Path& place : places) {
    try {
      if (place == places.back()) make_folder(place.parent_path());
      if (!may_write(folder_of(place))) continue;
      remove_abandoned_files(folder_of(place), place.filename().string());
      AtomicFile kept(place);
      if (!path.empty()) kept.take_rights_of(path);
      write_parsed(file, [&kept](std::span<const std::byte> bytes) { kept.write(bytes); });
      constexpr bool wait_for_disk = false;  // the checksum reveals an incomplete file
      kept.commit(wait_for_disk);
      return;
    } catch (const ResultFileError&) {  // works without it
    }
  }
}

}  // namespace

LoadedFile load_parsed(const Path& path, const ParseRequest& request,
                       const std::function<ParsedSample()>& parse) {
  const std::optional<FileState> state = state_of(path);
  ParsedSource source{.content = content_of(request), .state = state.value_or(FileState{}), .sha256 = ""};
  if (request.train) source.train_sha256 = request.train->sha256;
  const ParsedFiles wanted = wanted_parsed_files();
  std::vector<Path> places;
  const bool is_one_file = request.settings.labels.empty();
  if (state && is_one_file && wanted != ParsedFiles::off) places = parsed_paths(path, request);
  for (const Path& place : places) {
    if (auto found = find_parsed(place, source, request, wanted == ParsedFiles::mapped))
      return std::move(*found);
  }
  std::stop_source failed;  // then no one waits for the checksum of a large file
  const auto hash = [&] {
    std::vector<Path> files{path};
    if (!is_one_file) files.push_back(path.parent_path() / request.settings.labels);
    source.sha256 = sha256_of_files(files, failed.get_token());
    if (request.train)
      source.joined_sha256 = sha256_of_files({request.train->path, path}, failed.get_token());
  };
  constexpr std::uint64_t worth_a_thread = 1 << 20;
  auto hashed = state && state->bytes >= worth_a_thread ? begin_beside(hash) : std::nullopt;
  ParsedSample parsed;
  try {
    parsed = parse();
  } catch (...) {
    failed.request_stop();
    throw;
  }
  hashed ? hashed->get() : hash();
  LoadedFile loaded{{std::move(source), std::move(parsed)}, {}};
  // Keeps nothing if the text has changed since the start, or may change without a trace.
  if (!places.empty() && has_rested(*state, request.rest) && state_of(path) == state)
    keep(loaded.file, path, places);
  return loaded;
}

LoadedFile load_made(const std::string& name, const std::string& key, Task task,
                     const std::function<ParsedFile()>& make) {
  const ParsedFiles wanted = wanted_parsed_files();
  const Path place = data_folders().back() / "parsed" / (name + ".parsed");
  const ParsedSource source{.content = "made-" + key.substr(0, 40), .state = {}, .sha256 = ""};
  if (wanted != ParsedFiles::off) {
    if (auto found = find_parsed(place, source, {.task = task}, wanted == ParsedFiles::mapped))
      return std::move(*found);
  }
  LoadedFile made{make(), {}};
  made.file.source.content = source.content;
  if (wanted != ParsedFiles::off) keep(made.file, {}, {place});
  return made;
}

void require_unchanged(const Dataset& dataset) {
  for (const std::string& path : dataset.parsed_files) {
    const auto file = mapped_files().find(path);
    const auto bytes = file == mapped_files().end() ? nullptr : file->second.lock();
    if (bytes == nullptr || is_sealed(bytes->all())) continue;
    throw RunError("{}: was changed while it was in use, which may have changed the results", path);
  }
}

std::vector<Path> parsed_paths(const Path& path, const ParseRequest& request) {
  const std::string name = path.filename().string();
  const std::string content = content_of(request);
  Sha256 place;
  place.add(std::filesystem::absolute(path).lexically_normal().string());
  std::vector<Path> places{path.parent_path() / fmt::format(".{}.{}.parsed", name, content),
                           data_folders().back() / "parsed" /
                               fmt::format("{}.{}.{}.parsed", name, place.hex().substr(0, 16), content)};
  const std::vector<Path> read_only = read_only_folders();
  if (std::ranges::find(read_only, path.parent_path()) != read_only.end()) places.erase(places.begin());
  return places;
}

}  // namespace descent
