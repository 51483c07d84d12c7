#include "support/json/read_json.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <system_error>
#include <vector>

#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t most_levels = 64;
constexpr std::size_t most_bytes = 64 << 20;
constexpr std::size_t longest_message = 400;

/// Follows the parser through a text, and throws at what the library would let pass.
class ParserWatch {
 public:
  explicit ParserWatch(const std::string& file) : file_(file) {}

  void see(Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (open_.size() == most_levels) fail(fmt::format("is nested deeper than {} levels", most_levels));
      open_.push_back({event == Event::array_start, {}, {}, 0});
    } else if (event == Event::key) {
      Open& object = open_.back();
      object.key = parsed.get<std::string>();
      if (!object.keys.insert(object.key).second)
        fail(fmt::format("the key \"{}\" stands twice in one object", object.key));
    } else {
      if (event != Event::value) open_.pop_back();
      if (!open_.empty()) ++open_.back().elements;
    }
  }

  [[noreturn]] void fail(std::string_view message) const {
    std::string path;
    for (const Open& open : open_) path += open.is_array ? fmt::format("/{}", open.elements) : '/' + open.key;
    throw ConfigError(fmt::format("{}: {}: {}", file_, path.empty() ? "/" : printable(path, longest_message),
                                  printable(message, longest_message)));
  }

 private:
  /// An array or object that has not ended.
  struct Open {
    bool is_array;
    std::set<std::string> keys;  // of an object, so far
    std::string key;             // the last of them
    std::size_t elements;        // that have ended
  };

  const std::string& file_;
  std::vector<Open> open_;
};

/// A stream of a folder can be opened, and only complains when it is read.
void refuse_what_is_no_file(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (!std::filesystem::exists(status)) return;  // opening it tells
  if (std::filesystem::is_directory(status))
    throw ConfigError(fmt::format("{}: is a folder, not a JSON file", path.string()));
  // A pipe or a terminal may stand for standard input.
  if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_fifo(status) &&
      !std::filesystem::is_character_file(status))
    throw ConfigError(fmt::format("{}: is not a JSON file", path.string()));
}

}  // namespace

Json read_json(const std::filesystem::path& path) {
  refuse_what_is_no_file(path);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ConfigError(fmt::format("{}: cannot be opened", path.string()));
  std::string text;
  while (stream && text.size() <= most_bytes) {
    constexpr std::size_t block = 1 << 16;
    const std::size_t before = text.size();
    text.resize(before + block);
    stream.read(text.data() + before, block);
    text.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > most_bytes)
    throw ConfigError(fmt::format("{}: has more than {} MiB, which no JSON file here needs", path.string(),
                                  most_bytes >> 20));
  return parse_json(text, path.string());
}

Json parse_json(std::string_view text, const std::string& file) {
  ParserWatch watch(file);
  try {
    return Json::parse(text, [&](int, Json::parse_event_t event, const Json& parsed) {
      watch.see(event, parsed);
      return true;
    });
  } catch (const Json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 3, column 5: …": what follows the bracket is for
    // people.
    std::string_view reason = error.what();
    reason = reason.substr(reason.find("] ") + 2);
    const std::string message = fmt::format("not JSON: {}", reason);
    if (!reason.starts_with("parse error at line")) watch.fail(message);  // a number like 1e400
    throw ConfigError(fmt::format("{}: {}", file, printable(message, longest_message)));
  }
}

}  // namespace descent
