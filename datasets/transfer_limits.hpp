#pragma once

#include <chrono>
#include <filesystem>

namespace descent {

/// How long one waits for a server, and whom one believes.
struct TransferLimits {
  std::chrono::milliseconds connect{10'000};  ///< for its address, a connection and TLS together
  std::chrono::seconds stall{30};             ///< while fewer than 100 bytes a second come
  /// Certificates (PEM) of the authorities to trust in place of the system's; empty: the system's.
  std::filesystem::path certificates;
};

}  // namespace descent
