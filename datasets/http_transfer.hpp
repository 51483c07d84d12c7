#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/transfer_limits.hpp"

namespace descent {

/// A file, or its end, that a server is asked for.
struct TransferRequest {
  std::string url;
  std::uint64_t from = 0;  ///< the first byte wanted, from 0
  std::string
      validator;  ///< with from > 0: an ETag or a date; the whole file is wanted if it has another now
};

/// What a server says before it sends bytes of the file.
struct ResponseHead {
  std::optional<std::uint64_t> from;  ///< the first byte that comes; nothing when the server does not tell
  std::optional<std::uint64_t> size;  ///< of the whole file
  std::string etag;                   ///< empty when not told
  std::string last_modified;          ///< empty when not told
};

/// Takes what comes. Exceptions of both end the transfer and are passed on.
struct TransferReceiver {
  /// Called once before the first byte; false ends the transfer.
  std::function<bool(const ResponseHead&)> begin;
  std::function<void(std::string_view)> bytes;
};

struct TransferEnd {
  enum class Kind {
    complete,       ///< all that the server announced has come
    not_wanted,     ///< begin() returned false
    unreachable,    ///< no connection
    broken,         ///< the connection ended early or stalled: another attempt may help
    refused,        ///< the server answered with another status than 200 or 206
    not_acceptable  ///< its certificate is not to be trusted, or it redirects to where one does not go
  };
  Kind kind = Kind::complete;
  std::string reason;               ///< for people; empty when complete
  std::string host;                 ///< that had the last word, after redirections
  long status = 0;                  ///< of HTTP; 0 when there was no answer
  std::chrono::seconds wait_for{};  ///< what a server asks one to wait before the next attempt; 0: nothing
};

/// One attempt to get a file by HTTP, following redirections. Throws what the receiver throws, and RunError
/// when libcurl cannot be set up.
TransferEnd transfer(const TransferRequest& request, const TransferReceiver& receiver,
                     const TransferLimits& limits);

}  // namespace descent
