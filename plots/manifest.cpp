#include "plots/manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "plots/errors.hpp"

namespace descent {
namespace {

using Json = nlohmann::json;

/// A value with its place in the file, so that every complaint can name it.
class Place {
 public:
  Place(const Json& value, std::string file, std::string path)
      : value_(value), file_(std::move(file)), path_(std::move(path)) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw ResultFileError(fmt::format("{}: {}: {}", file_, path_.empty() ? "/" : path_, message));
  }

  Place operator[](const char* key) const {
    if (!value_.is_object()) fail(fmt::format("expected an object, got {}", value_.type_name()));
    const auto found = value_.find(key);
    const std::string path = path_ + '/' + key;
    if (found == value_.end()) throw ResultFileError(fmt::format("{}: {}: this key is missing", file_, path));
    return {*found, file_, path};
  }

  std::string text() const {
    if (!value_.is_string()) fail(fmt::format("expected a text, got {}", value_.dump()));
    return value_.get<std::string>();
  }

  std::uint64_t count() const {
    if (!value_.is_number_unsigned()) fail(fmt::format("expected a whole number ≥ 0, got {}", value_.dump()));
    return value_.get<std::uint64_t>();
  }

  template <class Read>
  auto list(Read read) const {
    if (!value_.is_array()) fail(fmt::format("expected an array, got {}", value_.type_name()));
    std::vector<decltype(read(*this))> result;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      result.push_back(read(Place(value_[i], file_, fmt::format("{}/{}", path_, i))));
    }
    return result;
  }

  /// One text or several.
  std::vector<std::string> texts() const {
    if (value_.is_string()) return {text()};
    return list([](const Place& place) { return place.text(); });
  }

 private:
  const Json& value_;
  std::string file_;
  std::string path_;
};

Axis read_axis(const Place& place) {
  const std::string name = place.text();
  if (name == "cpu_seconds") return Axis::cpu_seconds;
  if (name == "passes") return Axis::passes;
  place.fail(fmt::format("expected \"cpu_seconds\" or \"passes\", got \"{}\"", name));
}

/// An id becomes part of a path, hence nothing but hexadecimal digits.
std::string read_run_id(const Place& run) {
  const Place place = run["id"];
  const std::string id = place.text();
  if (id.empty() || id.find_first_not_of("0123456789abcdef") != std::string::npos) {
    place.fail(fmt::format("expected lower-case hexadecimal digits, got \"{}\"", id));
  }
  return id;
}

Json parse_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ResultFileError(
        fmt::format("{}: is a folder; expected the file that descent run writes", path.string()));
  }
  std::ifstream stream(path);
  if (!stream) {
    throw ResultFileError(
        fmt::format("{}: cannot be opened; is this a folder that descent run has written?", path.string()));
  }
  try {
    return Json::parse(stream);
  } catch (const Json::parse_error& error) {
    throw ResultFileError(fmt::format("{}: is not JSON: {}", path.string(), error.what()));
  } catch (const Json::exception& error) {  // a number that no double holds, such as 1e400
    throw ResultFileError(fmt::format("{}: cannot be read: {}", path.string(), error.what()));
  }
}

}  // namespace

Manifest read_manifest(const std::filesystem::path& folder) {
  const auto path = folder / "manifest.json";
  const Json json = parse_file(path);
  const Place root(json, path.string(), "");
  Manifest manifest;
  manifest.name = root["name"].text();
  manifest.title = root["title"].text();
  manifest.loss = root["loss"].text();
  manifest.regularizers = root["regularizer"].texts();
  manifest.x_axis = read_axis(root["x_axis"]);
  manifest.datasets = root["datasets"].list([](const Place& dataset) {
    return ManifestDataset{dataset["name"].text(),      dataset["source"].text(),
                           dataset["rows"].count(),     dataset["columns"].count(),
                           dataset["nonzeros"].count(), dataset["test_rows"].count()};
  });
  manifest.methods = root["methods"].list([](const Place& method) {
    return ManifestMethod{method["name"].text(), method["variant"].text(), method["label"].text()};
  });
  manifest.runs = root["runs"].list(read_run_id);
  return manifest;
}

std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "runs" / (id + ".csv");
}

}  // namespace descent
