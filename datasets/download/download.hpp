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

/// How long one waits for a server, and how much one takes from it.
struct DownloadOptions {
  using Seconds = std::chrono::duration<double>;

  Seconds connect{10};                             ///< for its address, a connection and TLS together
  std::chrono::seconds stall{30};                  ///< while fewer than 1000 bytes a second come
  Seconds longest{3'600};                          ///< for one file, with all attempts and pauses
  std::uint64_t largest = std::uint64_t{1} << 30;  ///< bytes of one file
  int attempts = 5;                                ///< so many in a row may bring nothing new; at least 1
  Seconds first_pause{1};  ///< before the second of them; each next pause is twice as long
  Seconds longest_pause{30};
};

/// Takes what happens meanwhile. Functions that are not there are not called.
struct DownloadEvents {
  std::function<void(std::string_view text)> meter;      ///< what curl draws on a terminal
  std::function<void(const std::string& message)> note;  ///< a line that a person may want to know
};

/// A host that does not answer: other files of it are not worth an attempt.
class UnreachableHost : public RunError {
 public:
  using RunError::RunError;
};

/// The host of an address, with the port when the address names it.
std::string host_of(const std::string& url);

/// The address as it may be shown and noted: without user and password.
std::string without_user(const std::string& url);

/// Asks all hosts of the addresses at once whether they are there, so that a machine without a network knows
/// after one time-out. Returns those that cannot be reached, each with the reason; a server that answers,
/// whatever it says, is reached. Throws RunError when the program curl is not installed.
std::map<std::string, std::string> find_unreachable_hosts(std::span<const std::string> urls,
                                                          DownloadOptions::Seconds connect);

/// The checksum of a file that the catalogue does not want: "expected sha256 …, got …". Nothing when the
/// file is the right one, or when the catalogue has no checksum.
std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path);

/// Has the program curl fetch a file by http or https into a folder, which must exist. Bytes lie there under
/// a hidden name until all have come and the checksum is right. Where the catalogue has one, which tells
/// whether two parts belong together, what was cut off is continued, by a later process too. Two downloads of
/// one file, also of two processes, wait for each other. A file that is there is left alone, right or wrong;
/// then the answer is false. `before_naming` is called with the path of the whole file before it gets its
/// name.
///
/// Attempts that end early, stall, or meet a server in trouble (HTTP 408, 425, 429, 5xx) are repeated with
/// pauses. Bytes with a wrong checksum are dropped, and the file is fetched once anew.
///
/// Throws UnreachableHost, and RunError for everything else that is of no avail, naming the address. Bytes
/// that may be continued are kept then, also when the disk is full.
bool download(const PublicFile& source, const std::filesystem::path& folder, const DownloadOptions& options,
              const DownloadEvents& events,
              const std::function<void(const std::filesystem::path& whole)>& before_naming = {});

}  // namespace descent
