#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "datasets/catalog.hpp"
#include "datasets/errors.hpp"
#include "datasets/transfer_limits.hpp"

namespace descent {

struct DownloadOptions {
  TransferLimits limits;
  int attempts = 5;  ///< so many in a row may bring nothing new; at least 1
  std::chrono::milliseconds first_pause{
      1'000};  ///< before the second of them; each next pause is twice as long
  std::chrono::milliseconds longest_pause{30'000};
};

/// What happens meanwhile. Functions that are not there are not called.
struct DownloadEvents {
  /// Bytes of a file so far, and of the whole file when the server has told. Comes often.
  std::function<void(const std::string& file, std::uint64_t received, std::optional<std::uint64_t> size)>
      progress;
  /// Something that a person may want to know, in a line.
  std::function<void(const std::string& message)> note;
};

/// A host that does not answer: other files of it are not worth an attempt.
class UnreachableHost : public RunError {
 public:
  UnreachableHost(const std::string& host, const std::string& reason);

  const std::string& host() const { return host_; }  ///< after redirections
  const std::string& reason() const { return reason_; }

 private:
  std::string host_;
  std::string reason_;
};

/// The checksum of a file that the catalogue does not want: "expected sha256 …, got …". Nothing when the
/// file is the right one, or when the catalogue has no checksum.
std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path);

/// Downloads a file into a folder, which must exist. Bytes are kept in the folder under a hidden name until
/// all are there and the checksum is right; an earlier download that was cut off is continued, unless the
/// server has another file now. Two downloads of one file, also of two processes, wait for each other. When
/// the file is there, it is left alone, right or wrong, and the answer is false.
///
/// Attempts that end early, stall, or meet a server in trouble (HTTP 408, 425, 429, 5xx) are repeated with
/// pauses. Bytes with a wrong checksum are dropped, and the file is fetched once anew.
///
/// Throws UnreachableHost, and RunError for everything else that is of no avail, naming the address. Bytes
/// that may be continued are kept then, also when the disk is full.
bool download(const PublicFile& source, const std::filesystem::path& folder, const DownloadOptions& options,
              const DownloadEvents& events);

}  // namespace descent
