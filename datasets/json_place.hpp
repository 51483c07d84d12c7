#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

using Json = nlohmann::json;

/// Parses a JSON file. Throws ConfigError with the file, line and column of what is not JSON, or when the
/// file cannot be opened. A key that stands twice in one object is an error: one of the two would silently be
/// lost.
Json read_json(const std::filesystem::path& path);

/// A value of a JSON file together with its place, so that every complaint names file and JSON path:
/// "configs/figure1.json: /methods/2/step: must be > 0, got -1".
class JsonPlace {
 public:
  /// Keeps a reference to the value, which must outlive the place and all that is reached from it.
  JsonPlace(std::string file, const Json& value) : file_(std::move(file)), value_(&value) {}

  const Json& value() const { return *value_; }
  const std::string& file() const { return file_; }

  /// Throws the ConfigError for this place.
  [[noreturn]] void fail(std::string_view message) const;

  /// The member of that name; `at` fails when it is missing.
  JsonPlace at(const std::string& key) const;
  std::optional<JsonPlace> find(const std::string& key) const;
  /// The elements of an array with at least `fewest` of them.
  std::vector<JsonPlace> elements(std::size_t fewest = 0) const;
  /// The members of an object.
  std::vector<std::pair<std::string, JsonPlace>> members() const;
  /// Fails at the first key that is not among the known ones, naming them and the nearest.
  void allow_keys(const std::vector<std::string>& known) const;

  std::string text() const;
  bool flag() const;
  double number() const;
  double positive() const;
  /// A whole number between the bounds.
  std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;

 private:
  JsonPlace(std::string file, std::string path, const Json& value)
      : file_(std::move(file)), path_(std::move(path)), value_(&value) {}
  void require(bool holds, std::string_view what) const;

  std::string file_;
  std::string path_;
  const Json* value_;
};

}  // namespace descent
