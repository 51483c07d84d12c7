#include "datasets/parsed/parsed_cache.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

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
  throw ConfigError(
      fmt::format("the environment variable DESCENT_PARSED must be on, off or mapped, got '{}'", chosen));
}

std::string content_of(const ParseRequest& request) {
  return fmt::format("{}-{}", request.format, name_of(request.task));
}

/// The requested file and what is known about it.
class Source {
 public:
  Source(const Path& path, const ParseRequest& request)
      : path_(path), request_(request), state_(state_of(path)) {}

  /// True if a parsed file was made from the source's bytes.
  bool has_bytes_of(const ParsedSource& kept) {
    if (kept.content != content_of(request_) || !state_ || kept.state.bytes != state_->bytes) return false;
    return kept.state == *state_ || kept.sha256 == sha256();
  }

  /// True if the text would yield `kept`. Without a training file, the text must have two classes.
  bool would_yield(const ParsedSample& kept) const {
    if (request_.train) return kept.classes == request_.train->classes;
    if (kept.classes.has_value() != (request_.task == Task::classification)) return false;
    const std::vector<double>& labels = kept.sample.labels;
    return !kept.classes || std::ranges::count(labels, labels.front()) != std::ssize(labels);
  }

  /// The description of the source for a parsed file; reuses what `kept` has already.
  ParsedSource description(const ParsedSource& kept = {}) {
    ParsedSource now = kept;
    now.content = content_of(request_);
    now.state = state_.value_or(FileState{});
    if (now.sha256.empty()) now.sha256 = sha256();
    if (request_.train && now.train_sha256 != request_.train->sha256) {
      now.train_sha256 = request_.train->sha256;
      Sha256 both;
      both.add_file(request_.train->path);
      both.add_file(path_);
      now.joined_sha256 = both.hex();
    }
    return now;
  }

  /// True if the source is unchanged since the start, and a change would be visible.
  bool may_be_kept() const {
    return state_ && has_rested(*state_, request_.rest) && state_of(path_) == state_;
  }

 private:
  const std::string& sha256() {
    if (sha256_.empty()) sha256_ = sha256_of_file(path_);
    return sha256_;
  }

  const Path& path_;
  const ParseRequest& request_;
  std::optional<FileState> state_;
  std::string sha256_;
};

/// Files that this process has mapped, by path.
std::map<std::string, std::weak_ptr<const FileBytes>>& mapped_files() {
  static std::map<std::string, std::weak_ptr<const FileBytes>> files;
  return files;
}

/// The parsed file at `path`, if it exists and is valid.
std::optional<LoadedFile> find_parsed(const Path& path, Source& source, const ParseRequest& request,
                                      bool is_mapped) {
  try {
    ParsedChecksum checksum;
    const auto bytes = std::make_shared<const FileBytes>(
        path, is_mapped ? 0 : request.most_copied,
        [&](std::span<const std::byte> piece, std::size_t left) { checksum.add_piece(piece, left); });
    LoadedFile found{read_parsed(bytes->all(), bytes, checksum), path};
    if (!source.has_bytes_of(found.file.source) || !source.would_yield(found.file.parsed)) return {};
    if (bytes->is_mapped()) mapped_files()[path.string()] = bytes;
    return found;
  } catch (const DataError&) {
  } catch (const std::system_error&) {
  }
  return std::nullopt;
}

/// False for a folder without write permissions, even as root, and if the process has a limit on file size,
/// which would kill it.
bool may_write(const Path& folder) {
  using std::filesystem::perms;
  constexpr perms writers = perms::owner_write | perms::group_write | perms::others_write;
  rlimit limit{};
  std::error_code unknown;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY &&
         (std::filesystem::status(folder, unknown).permissions() & writers) != perms::none;
}

/// Keeps the parsed form of the file at `path`, with its access rights, at the first place that can be
/// written.
void keep(const ParsedFile& file, const Path& path, const std::vector<Path>& places) {
  for (const Path& place : places) {
    try {
      if (place == places.back()) make_folder(place.parent_path());
      if (!may_write(folder_of(place))) continue;
      remove_abandoned_files(folder_of(place), place.filename().string());
      AtomicFile kept(place);
      kept.take_rights_of(path);
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
  Source source(path, request);
  const ParsedFiles wanted = wanted_parsed_files();
  if (wanted == ParsedFiles::off) {
    ParsedSample parsed = parse();
    return {{source.description(), std::move(parsed)}, {}};
  }
  const std::vector<Path> places = parsed_paths(path, request);
  for (const Path& place : places) {
    std::optional<LoadedFile> found = find_parsed(place, source, request, wanted == ParsedFiles::mapped);
    if (!found) continue;
    ParsedSource now = source.description(found->file.source);
    const bool is_current = now == found->file.source;
    found->file.source = std::move(now);
    if (!is_current && source.may_be_kept()) keep(found->file, path, places);
    return std::move(*found);
  }
  ParsedSample parsed = parse();
  LoadedFile loaded{{source.description(), std::move(parsed)}, {}};
  if (source.may_be_kept()) keep(loaded.file, path, places);
  return loaded;
}

void require_unchanged(const Dataset& dataset) {
  for (const std::string& path : dataset.parsed_files) {
    const auto file = mapped_files().find(path);
    const auto bytes = file == mapped_files().end() ? nullptr : file->second.lock();
    if (bytes == nullptr || is_sealed(bytes->all())) continue;
    throw RunError(
        fmt::format("{}: was changed while it was in use, which may have changed the results", path));
  }
}

std::vector<Path> parsed_paths(const Path& path, const ParseRequest& request) {
  const std::string name = path.filename().string();
  const std::string content = content_of(request);
  Sha256 place;
  place.add(std::filesystem::absolute(path).lexically_normal().string());
  return {path.parent_path() / fmt::format(".{}.{}.parsed", name, content),
          data_folders().back() / "parsed" /
              fmt::format("{}.{}.{}.parsed", name, place.hex().substr(0, 16), content)};
}

}  // namespace descent
