#pragma once

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/download/fetch.hpp"
#include "support/files/sha256.hpp"
#include "tests/datasets/download/http_server.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// A server, a folder for downloads, a folder of the user's and a catalogue, as the environment names them.
struct FetchFixture {
  EnvironmentVariable no_proxy{"no_proxy", "127.0.0.1"};
  HttpServer server;
  TemporaryFolder folder;  ///< for downloads
  TemporaryFolder own;
  TemporaryFolder catalogs;
  EnvironmentVariable catalog_variable{"DESCENT_CATALOG", (catalogs.path() / "catalog.json").string()};
  EnvironmentVariable cache_variable{"DESCENT_CACHE", folder.path().string()};
  EnvironmentVariable own_variable{"DESCENT_DATA", own.path().string()};
  std::string shown;

  /// A catalogue entry with the required keys and the given keys.
  static nlohmann::json entry(const std::string& name, const nlohmann::json& keys) {
    nlohmann::json whole{{"name", name},
                         {"title", "A title"},
                         {"description", "Ask the author."},
                         {"task", "classification"},
                         {"train", name}};
    whole.update(keys);
    return whole;
  }

  /// One of the catalogue's `urls`: the file's name on the server.
  nlohmann::json at_server(const std::string& file, const std::string& sha256 = "") const {
    nlohmann::json found{{"file", file}, {"url", server.url("/" + file)}};
    if (!sha256.empty()) found["sha256"] = sha256;
    return found;
  }

  void write_catalog(const std::vector<nlohmann::json>& entries) const {
    catalogs.write("catalog.json", nlohmann::json{{"datasets", entries}, {"alone", true}}.dump());
  }

  /// Fetches the first dataset of the catalogue. Returns the message of the error, if there was one.
  std::string fetch() {
    return error_of(
        [&] { Fetcher([&](std::string_view text) { shown += text; }).fetch(read_catalog().front()); }, "");
  }

  /// Serves a file `small`, writes a catalogue of it with its right checksum, and fetches it.
  std::string fetch_small(const HttpReply& reply) {
    server.serve("/small", reply);
    write_catalog({entry("small", {{"urls", {at_server("small", sha256_of(reply.body))}}})});
    return fetch();
  }

  /// Names of everything in the folder of downloads.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator(folder.path()))
      found.push_back(each.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
};

}  // namespace descent::test
