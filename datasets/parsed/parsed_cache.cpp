#include "datasets/parsed/parsed_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "datasets/catalog/data_folders.hpp"
#include "support/errors.hpp"
#include "support/files/cache_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

bool is_wanted() {
  const char* const variable = std::getenv("DESCENT_PARSED");
  const std::string_view chosen = variable == nullptr ? "" : variable;
  if (chosen == "off") return false;
  if (chosen.empty() || chosen == "on") return true;
  throw ConfigError(
      fmt::format("the environment variable DESCENT_PARSED must be on or off, got '{}'", chosen));
}

std::string content_of(const ParseRequest& request) {
  return request.format + (request.task == Task::classification ? "-classification" : "-regression");
}

/// The file that is asked for, and what is known of it by now.
class Source {
 public:
  Source(const Path& path, const ParseRequest& request)
      : path_(path), request_(request), state_(state_of(path)) {}

  /// Whether a parsed file was made of the bytes that the source has.
  bool has_bytes_of(const ParsedSource& kept) {
    if (kept.content != content_of(request_) || !state_ || kept.state.bytes != state_->bytes) return false;
    return kept.state == *state_ || kept.sha256 == sha256();
  }

  /// Whether `kept` is what the text would yield. Without a training file, the text must have two classes.
  bool would_yield(const ParsedSample& kept) const {
    if (request_.train) return kept.classes == request_.train->classes;
    if (kept.classes.has_value() != (request_.task == Task::classification)) return false;
    const std::vector<double>& labels = kept.sample.labels;
    return !kept.classes || std::ranges::count(labels, labels.front()) != std::ssize(labels);
  }

  /// What a parsed file should say of the source; what `kept` says already need not be computed.
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

  /// Whether the source is still as it was when we began, and will show when it changes.
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

ParsedFile map_parsed(const Path& path) {
  namespace ipc = boost::interprocess;
  const auto region =
      std::make_shared<ipc::mapped_region>(ipc::file_mapping(path.c_str(), ipc::read_only), ipc::read_only);
  const auto* const bytes = static_cast<const std::byte*>(region->get_address());
  return read_parsed({bytes, region->get_size()}, region);
}

/// The parsed file at `path` when there is one of which nothing is amiss.
std::optional<ParsedFile> find_parsed(const Path& path, Source& source) {
  if (!state_of(path)) return std::nullopt;  // else opening a pipe would wait for its other end
  try {
    ParsedFile file = map_parsed(path);
    if (source.has_bytes_of(file.source) && source.would_yield(file.parsed)) return file;
  } catch (const DataError&) {
  } catch (const boost::interprocess::interprocess_exception&) {
  }
  return std::nullopt;
}

void keep(const ParsedFile& file, const Path& path, const std::vector<Path>& places) {
  for (const Path& place : places) {
    if (place == places.back()) {
      std::error_code refused;
      std::filesystem::create_directories(place.parent_path(), refused);
    }
    if (write_spare_file(place, path, [&file](const ByteSink& sink) { write_parsed(file, sink); })) return;
  }
}

}  // namespace

LoadedFile load_parsed(const Path& path, const ParseRequest& request,
                       const std::function<ParsedSample()>& parse) {
  Source source(path, request);
  if (!is_wanted()) {
    ParsedSample parsed = parse();
    return {{source.description(), std::move(parsed)}, {}};
  }
  const std::vector<Path> places = parsed_paths(path, request);
  for (const Path& place : places) {
    if (std::optional<ParsedFile> found = find_parsed(place, source)) {
      ParsedSource now = source.description(found->source);
      const bool is_current = now == found->source;
      found->source = std::move(now);
      if (!is_current && source.may_be_kept()) keep(*found, path, places);
      return {std::move(*found), place};
    }
  }
  ParsedSample parsed = parse();
  LoadedFile loaded{{source.description(), std::move(parsed)}, {}};
  if (source.may_be_kept()) keep(loaded.file, path, places);
  return loaded;
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
