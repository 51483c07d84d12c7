#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

using Json = nlohmann::json;

/// What Json::sax_parse hands the parts of a JSON text to: makes a value of them, and throws ConfigError,
/// with the file and the JSON path (line and column for text that is not JSON), for a text that
/// - has a key twice in one object: one of the two would silently be lost;
/// - is nested deeper than most_levels: going through it would take the stack;
/// - would take more memory than most_bytes_a_byte times its length: millions of empty objects, say.
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  static constexpr std::size_t most_levels = 64;
  static constexpr std::size_t most_bytes_a_byte = 16;
  static constexpr std::size_t bytes_for_all = 256 << 10;  ///< that any text may take

  /// `file` stands for the text in messages.
  explicit JsonBuilder(std::string file) : file_(std::move(file)) {}

  /// What the text says; valid when the parser has returned.
  Json value() && { return std::move(root_); }

  bool null() override;
  bool boolean(bool value) override;
  bool number_integer(std::int64_t value) override;
  bool number_unsigned(std::uint64_t value) override;
  bool number_float(double value, const std::string& text) override;
  bool string(std::string& value) override;
  bool binary(Json::binary_t& value) override;
  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override;

 private:
  /// An array or object that has not ended.
  struct Open {
    Json* container;
    Json* member = nullptr;            // of an object: where the next value goes
    const std::string* key = nullptr;  // its name
  };

  Json& add(Json value, std::size_t text_bytes);
  void open(Json value);
  void take(std::size_t bytes);
  void require_room(std::size_t bytes) const;
  std::string path() const;
  [[noreturn]] void fail(std::string_view message) const;

  std::string file_;
  Json root_;
  std::vector<Open> open_;
  std::size_t text_bytes_ = 0;  // that the parts until now have without blanks
  std::size_t held_bytes_ = 0;  // of the heap that the value takes
};

}  // namespace descent
