#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "datasets/catalog.hpp"
#include "datasets/fetch.hpp"
#include "tests/datasets/environment_variable.hpp"
#include "tests/datasets/http_server.hpp"
#include "tests/datasets/temporary_folder.hpp"

namespace descent::test {

/// A catalogue, a folder for downloads and one of the user's own, all new and named by the environment, and a
/// server that the catalogue's addresses are on.
struct FetchFixture {
  TemporaryFolder folder;
  TemporaryFolder cache;
  TemporaryFolder own;
  EnvironmentVariable catalog_variable{"DESCENT_CATALOG", (folder.path() / "catalog.json").string()};
  EnvironmentVariable cache_variable{"DESCENT_CACHE", cache.path().string()};
  EnvironmentVariable own_variable{"DESCENT_DATA", own.path().string()};
  EnvironmentVariable no_proxy{"no_proxy", "127.0.0.1"};
  HttpServer server;

  /// An entry of the catalogue with the given keys besides the compulsory ones.
  static nlohmann::json entry(const std::string& name, const nlohmann::json& keys) {
    nlohmann::json whole{{"name", name},
                         {"title", "A title"},
                         {"description", "Ask the author."},
                         {"task", "classification"},
                         {"train", name}};
    whole.update(keys);
    return whole;
  }

  /// One of the catalogue's `urls`, on the server under the file's name.
  nlohmann::json at_server(const std::string& file, const std::string& sha256 = "") const {
    nlohmann::json found{{"file", file}, {"url", server.url("/" + file)}};
    if (!sha256.empty()) found["sha256"] = sha256;
    return found;
  }

  void write_catalog(const std::vector<nlohmann::json>& entries) const {
    folder.write("catalog.json", nlohmann::json{{"datasets", entries}}.dump());
  }

  /// Fetches all datasets of the catalogue, without long pauses.
  FetchReport fetch(std::vector<std::string>* notes = nullptr) const {
    DownloadOptions options;
    options.attempts = 2;
    options.first_pause = std::chrono::milliseconds(1);
    const DownloadEvents events{{}, [&](const std::string& message) {
                                  if (notes != nullptr) notes->push_back(message);
                                }};
    return fetch_datasets(read_catalog(), options, events);
  }

  /// The same for a catalogue of one.
  FetchedDataset fetch_one(std::vector<std::string>* notes = nullptr) const {
    return fetch(notes).datasets.at(0);
  }

  /// Names of what a user sees in the folder of downloads.
  std::vector<std::string> visible_downloads() const {
    std::vector<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(cache.path())) {
      const std::string name = each.path().filename().string();
      if (!name.starts_with('.')) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

}  // namespace descent::test
