#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "datasets/catalog/catalog.hpp"
#include "support/errors.hpp"

namespace descent {

/// Limits on the time and the size of a download.
struct DownloadOptions {
  using Seconds = std::chrono::duration<double>;

  Seconds connect{10};                             ///< for address look-up, connection and TLS together
  std::chrono::seconds stall{30};                  ///< given up after so long below 1000 bytes a second
  Seconds longest{3'600};                          ///< for one file, with all attempts and pauses
  std::uint64_t largest = std::uint64_t{1} << 30;  ///< bytes of one file
  int attempts = 5;                                ///< maximum number in a row without new bytes; at least 1
  Seconds first_pause{1};  ///< before the second attempt; each next pause is twice as long
  Seconds longest_pause{30};
};

/// Callbacks during a download. Empty functions are not called.
struct DownloadEvents {
  std::function<void(std::string_view text)> meter;      ///< gets what curl draws on a terminal
  std::function<void(const std::string& message)> note;  ///< gets lines worth showing to the user
};

/// A host does not answer: do not try other files of it.
class UnreachableHost : public RunError {
 public:
  using RunError::RunError;
};

/// The host of an address, with the port if the address names it.
std::string host_of(const std::string& url);

/// The address without user and password, for messages and notes.
std::string without_user(const std::string& url);

/// Connects to all hosts at once, so that a machine without a network knows after one time-out. Returns the
/// unreachable hosts with the reasons; a server that answers anything is reachable. Throws RunError if curl
/// is not installed.
std::map<std::string, std::string> find_unreachable_hosts(std::span<const std::string> urls,
                                                          DownloadOptions::Seconds connect);

/// "expected sha256 …, got …" if the file's checksum is not the catalogue's; else empty.
std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path);

/// Fetches a file by http or https into an existing folder, by the program curl. Bytes have a hidden name
/// until the file is complete and its checksum right. An interrupted download is continued, even by a later
/// process, if the catalogue has a checksum that shows whether two parts belong together. Downloads of the
/// same file, also in several processes, wait for each other. An existing file is left alone, right or wrong,
/// and the result is false. `before_naming` gets the path of the complete file before it is renamed.
///
/// Repeats attempts with pauses if they end early, stall, or the server has a passing trouble (HTTP 408, 425,
/// 429, 5xx). Bytes with a wrong checksum are dropped, and the file is fetched once more.
///
/// Throws UnreachableHost, and RunError with the address for other failures. Bytes that can be continued are
/// kept then, even if the disk is full.
bool download(const PublicFile& source, const std::filesystem::path& folder, const DownloadOptions& options,
              const DownloadEvents& events,
              const std::function<void(const std::filesystem::path& whole)>& before_naming = {});

}  // namespace descent
