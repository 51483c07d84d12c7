#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/json/read_json.hpp"

namespace descent {

class JsonElements;

/// A value of a JSON file with its place, so that messages name file and JSON path: "configs/figure1.json:
/// /methods/2/step: must be > 0, got -1".
class JsonPlace {
 public:
  /// Keeps a reference to the value, which must outlive this place and all places derived from it.
  JsonPlace(std::string file, const Json& value) : file_(std::move(file)), value_(&value) {}

  const Json& value() const { return *value_; }
  const std::string& file() const { return file_; }

  /// Throws the ConfigError for this place.
  [[noreturn]] void fail(std::string_view message) const;
  /// The same with a message as fmt::format() takes it.
  template <class First, class... Others>
  [[noreturn]] void fail(fmt::format_string<First, Others...> format, First&& first,
                         Others&&... others) const {
    fail(fmt::format(format, std::forward<First>(first), std::forward<Others>(others)...));
  }

  /// The member with this name; `at` fails if it is missing.
  JsonPlace at(const std::string& key) const;
  std::optional<JsonPlace> find(const std::string& key) const;
  /// The elements of an array; fails unless there are `fewest` to `most`.
  JsonElements elements(std::size_t fewest = 0,
                        std::size_t most = std::numeric_limits<std::size_t>::max()) const;
  /// The results of `read`, a function or a member function, for each element.
  template <class Read>
  auto list(const Read& read, std::size_t fewest = 0,
            std::size_t most = std::numeric_limits<std::size_t>::max()) const;
  std::vector<std::string> keys() const;
  /// Fails at the first unknown key, listing the known keys and the nearest.
  void allow_keys(const std::vector<std::string>& known) const;

  std::string text() const;
  std::string nonempty_text() const;
  /// The value, if it is one of two words; else fails.
  std::string word(const char* one, const char* other) const;
  /// Fails because the text is not a known `what`, listing the known names and the nearest.
  [[noreturn]] void fail_unknown(std::string_view what, const std::vector<std::string>& known) const;
  /// The description whose name is the text.
  template <class Descriptions>
  const auto& description(std::string_view what, const Descriptions& known) const {
    const std::string given = text();
    std::vector<std::string> names;
    for (const auto& each : known) {
      if (each.name == given) return each;
      names.emplace_back(each.name);
    }
    fail_unknown(what, names);
  }
  bool flag() const;
  double number() const;
  double positive() const;
  std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;

 private:
  friend class JsonElements;
  JsonPlace(std::string file, std::string path, const Json& value)
      : file_(std::move(file)), path_(std::move(path)), value_(&value) {}
  void require(bool holds, std::string_view what) const;

  std::string file_;
  std::string path_;
  const Json* value_;
};

/// The elements of an array, each made when reached: a place is much larger than a value.
class JsonElements {
 public:
  explicit JsonElements(JsonPlace array) : array_(std::move(array)) {}

  class Iterator {
   public:
    Iterator(const JsonElements& elements, std::size_t at) : elements_(&elements), at_(at) {}
    JsonPlace operator*() const { return (*elements_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const JsonElements* elements_;
    std::size_t at_;
  };

  std::size_t size() const { return array_.value().size(); }
  JsonPlace operator[](std::size_t i) const;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  JsonPlace array_;
};

template <class Read>
auto JsonPlace::list(const Read& read, std::size_t fewest, std::size_t most) const {
  const JsonElements all = elements(fewest, most);
  std::vector<std::decay_t<decltype(std::invoke(read, *this))>> values;
  values.reserve(all.size());
  for (const JsonPlace& element : all) values.push_back(std::invoke(read, element));
  return values;
}

}  // namespace descent
