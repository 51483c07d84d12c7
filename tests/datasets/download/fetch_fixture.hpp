#pragma once

#include <algorithm>
#include <cstdint>
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

/// Bytes of every value without any period of the transfer.
inline std::string some_bytes(std::size_t count, unsigned seed = 1) {
  std::string bytes;
  for (std::uint64_t state = seed; bytes.size() < count; bytes += static_cast<char>(state >> 56))
    state = state * 6364136223846793005U + 1442695040888963407U;
  return bytes;
}

inline std::string sha256_of_text(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

/// A server, a folder for downloads, short pauses, and the notes so far.
struct DownloadFixture {
  EnvironmentVariable no_proxy{"no_proxy", "127.0.0.1"};
  HttpServer server;
  TemporaryFolder folder;  ///< for downloads
  DownloadOptions options{.first_pause = DownloadOptions::Seconds(0.001),
                          .longest_pause = DownloadOptions::Seconds(0.005)};
  std::vector<std::string> notes;

  DownloadEvents events() {
    return {{}, [this](const std::string& message) { notes.push_back(message); }};
  }

  bool get(const PublicFile& source) { return download(source, folder.path(), options, events()); }

  /// Downloads as `file`; the expected body gives the checksum.
  bool get(const std::string& url, const std::string& body) {
    return get({"file", url, sha256_of_text(body), ""});
  }

  /// The message of the download's error.
  std::string error(const PublicFile& source) {
    return error_of([&] { get(source); }, "no error");
  }

  std::string text() const { return file_text(folder.path() / "file"); }
  std::filesystem::path partial() const { return folder.path() / ".file.download"; }

  /// Names of everything in the folder, with or without hidden files.
  std::vector<std::string> names(bool hidden = true) const {
    std::vector<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator(folder.path())) {
      const std::string name = each.path().filename().string();
      if (hidden || !name.starts_with('.')) found.push_back(name);
    }
    std::sort(found.begin(), found.end());
    return found;
  }
};

/// DownloadFixture with a catalogue and a separate user folder, both named in the environment.
struct FetchFixture : DownloadFixture {
  TemporaryFolder own;
  TemporaryFolder catalogs;
  EnvironmentVariable catalog_variable{"DESCENT_CATALOG", (catalogs.path() / "catalog.json").string()};
  EnvironmentVariable cache_variable{"DESCENT_CACHE", folder.path().string()};
  EnvironmentVariable own_variable{"DESCENT_DATA", own.path().string()};

  FetchFixture() { options.attempts = 2; }

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

  /// Fetches all datasets of the catalogue.
  std::vector<FetchedDataset> fetch() { return fetch_datasets(read_catalog(), options, events()); }
};

}  // namespace descent::test
