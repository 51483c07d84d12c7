#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/download.hpp"
#include "datasets/sha256.hpp"
#include "tests/datasets/environment_variable.hpp"
#include "tests/datasets/http_server.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/plots/file_text.hpp"

namespace descent::test {

/// Bytes of every value, so many, that do not repeat with any period of the transfer.
inline std::string some_bytes(std::size_t count, unsigned seed = 1) {
  std::string bytes;
  std::uint64_t state = seed;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    bytes += static_cast<char>(state >> 56);
  }
  return bytes;
}

inline std::string sha256_of_text(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

/// A folder to download into, without long pauses, and what was told meanwhile.
struct DownloadFixture {
  EnvironmentVariable no_proxy{"no_proxy", "127.0.0.1"};
  TemporaryFolder folder;
  DownloadOptions options;
  std::vector<std::string> notes;
  std::vector<std::uint64_t> received;

  DownloadFixture() {
    options.first_pause = std::chrono::milliseconds(1);
    options.longest_pause = std::chrono::milliseconds(5);
  }

  DownloadEvents events() {
    return {[this](const std::string&, std::uint64_t bytes, const auto&) { received.push_back(bytes); },
            [this](const std::string& message) { notes.push_back(message); }};
  }

  /// Downloads as `file`; the body that is expected gives the checksum.
  bool get(const std::string& url, const std::string& body) {
    return download({"file", url, sha256_of_text(body), ""}, folder.path(), options, events());
  }

  /// The message of the error that this ends with.
  std::string error(const PublicFile& source) {
    try {
      download(source, folder.path(), options, events());
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  std::string text() const { return file_text(folder.path() / "file"); }
  std::filesystem::path partial() const { return folder.path() / ".file.download"; }

  /// Names of all that lies in the folder.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator(folder.path()))
      found.push_back(each.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
};

}  // namespace descent::test
