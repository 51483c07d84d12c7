#include "support/json/read_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "support/files/file_state.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr std::size_t most_levels = 64;
constexpr std::size_t most_text_bytes = 64 << 20;
constexpr std::size_t longest_message = 400;
constexpr int number_too_large = 406;  // the library's id of the error

/// Builds the value of a text and throws at every error, even if the library accepts it. The library's parser
/// with a callback would search all previous elements at the end of every object: minutes for a megabyte of
/// "{},".
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  JsonBuilder(std::string_view text, const std::string& file, Json& value)
      : text_(text), file_(file), value_(value) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return true; }  // a text has none
  bool start_object(std::size_t) override { return add(Json::object()); }
  bool start_array(std::size_t) override { return add(Json::array()); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool key(string_t& key) override {
    Open& object = open_.back();
    const auto [member, is_new] = object.value->emplace(std::move(key), nullptr);
    object.member = member;
    if (!is_new) fail(fmt::format("the key \"{}\" stands twice in one object", shown(member.key())));
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) override {
    if (error.id == number_too_large)
      fail(fmt::format("not JSON: number overflow parsing '{}'", shown(token)));
    if (const std::size_t comma = comma_before_end(position); comma != std::string_view::npos)
      throw DamagedJson(
          "{}: not JSON: parse error at {}: a comma stands before '{}': remove it, or write what "
          "should follow it",
          file_, place_of(comma), text_[position - 1]);
    const bool lacks_colon = std::string_view(error.what()).find("expected ':'") != std::string_view::npos;
    if (const std::size_t end = end_before_value(position, token);
        end != std::string_view::npos && !lacks_colon)
      throw DamagedJson("{}: not JSON: parse error at {}: a comma is missing before {}", file_, place_of(end),
                        printable(token, longest_message));
    // "[json.exception.parse_error.101] parse error at line 3, column 5: …": only the text after the bracket
    // is for people.
    std::string_view reason = error.what();
    reason = reason.substr(reason.find("] ") + 2);
    const std::string message = fmt::format("not JSON: {}", reason);
    throw DamagedJson("{}: {}", file_, printable(message, longest_message));
  }

 private:
  /// An array or object that has not ended.
  struct Open {
    Json* value;              // its elements so far
    Json::iterator member{};  // of an object: the last
  };

  /// Pointers to open values stay valid, because only the innermost one grows.
  bool add(Json value) {
    if (value.is_structured() && open_.size() == most_levels)
      fail(fmt::format("is nested deeper than {} levels", most_levels));
    Json* const outer = open_.empty() ? nullptr : open_.back().value;
    Json& place = !outer ? value_ : outer->is_array() ? outer->emplace_back() : *open_.back().member;
    place = std::move(value);
    if (place.is_structured()) open_.push_back({&place});
    return true;
  }

  bool end() {
    open_.pop_back();
    return true;
  }

  /// The position of the comma just before the ']' or '}' at byte `position`; npos without one.
  std::size_t comma_before_end(std::size_t position) const {
    if (position == 0 || position > text_.size() ||
        (text_[position - 1] != ']' && text_[position - 1] != '}'))
      return std::string_view::npos;
    const std::size_t before = text_.substr(0, position - 1).find_last_not_of(" \t\r\n");
    return before != std::string_view::npos && text_[before] == ',' ? before : std::string_view::npos;
  }

  /// The position after a value that another value follows without a comma; npos if that is not the error at
  /// byte `position`, where `token` ends.
  std::size_t end_before_value(std::size_t position, const std::string& token) const {
    if (token.empty() || token.size() > position || position > text_.size()) return std::string_view::npos;
    const std::string_view before = text_.substr(0, position - token.size());
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    const bool follows_value =
        last != std::string_view::npos && last + 1 < before.size() &&
        std::string_view("\"]}0123456789el").find(before[last]) != std::string_view::npos;
    const bool is_value =
        std::string_view("\"[{-0123456789tfn").find(token.front()) != std::string_view::npos;
    return follows_value && is_value ? last + 1 : std::string_view::npos;
  }

  /// "line 2, column 33" in the library's counting: bytes from 1.
  std::string place_of(std::size_t at) const {
    const std::string_view before = text_.substr(0, at);
    const std::size_t column = before.size() - (before.rfind('\n') + 1);
    return fmt::format("line {}, column {}", 1 + std::ranges::count(before, '\n'), column + 1);
  }

  [[noreturn]] void fail(std::string_view message) const {
    std::string path;
    for (const Open& open : open_) {
      const std::size_t begun = &open == &open_.back() ? 0 : 1;  // the element in which the next one lies
      path += open.value->is_array() ? fmt::format("/{}", open.value->size() - begun)
                                     : '/' + shown(open.member.key());
    }
    throw ConfigError("{}: {}: {}", file_, path.empty() ? "/" : printable(path, longest_message),
                      printable(message, longest_message));
  }

  const std::string_view text_;
  const std::string& file_;
  Json& value_;
  std::vector<Open> open_;
};

/// A stream of a folder can be opened and fails only when it is read.
void refuse_what_is_no_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) return;  // opening it reports the error
  if (std::filesystem::is_directory(status))
    throw ConfigError("{}: is a folder, not a JSON file", path.string());
  // A pipe or a terminal may be the standard input.
  if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_fifo(status) &&
      !std::filesystem::is_character_file(status))
    throw ConfigError("{}: is not a JSON file", path.string());
}

void append(std::string& text, const Json& value, int levels, std::size_t depth) {
  if (levels == 0 || !value.is_structured() || value.empty()) {
    text += json_text(value);
    return;
  }
  text += value.is_object() ? '{' : '[';
  const char* between = "\n";
  for (const auto& [key, member] : value.items()) {
    text += between + std::string(depth + 1, ' ');
    if (value.is_object()) text += json_text(key) + ": ";
    append(text, member, levels - 1, depth + 1);
    between = ",\n";
  }
  text += '\n' + std::string(depth, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

Json read_json(const std::filesystem::path& path) {
  refuse_what_is_no_file(path);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ConfigError("{}: cannot be opened: {}", path.string(), system_reason());
  std::string text;
  while (stream && text.size() <= most_text_bytes) {
    constexpr std::size_t block = 1 << 16;
    const std::size_t before = text.size();
    text.resize(before + block);
    stream.read(text.data() + before, block);
    text.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > most_text_bytes)
    throw ConfigError("{}: has more than {} MiB, which no JSON file here needs", path.string(),
                      most_text_bytes >> 20);
  return parse_json(text, path.string());
}

Json read_written_json(const std::filesystem::path& path) {
  if (is_other_than_file(path) && !is_folder(path))
    throw ConfigError("{}: is not a regular file", path.string());
  return read_json(path);
}

Json parse_json(std::string_view text, const std::string& file) {
  Json value;
  JsonBuilder builder(text, file, value);
  Json::sax_parse(text, &builder);
  return value;
}

std::string json_text_in_lines(const Json& value, int levels) {
  std::string text;
  append(text, value, levels, 0);
  return text;
}

}  // namespace descent
