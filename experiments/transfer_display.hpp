#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace descent {

/// Tells a person how far a download is: one line that is drawn again on a terminal, a line now and then in a
/// log, nothing when quiet. Writes to standard error.
class TransferDisplay {
 public:
  explicit TransferDisplay(bool quiet);
  ~TransferDisplay();
  TransferDisplay(const TransferDisplay&) = delete;
  TransferDisplay& operator=(const TransferDisplay&) = delete;

  /// Bytes of a file so far, and of the whole file when that is known. May be called for every packet.
  void progress(const std::string& file, std::uint64_t received, std::optional<std::uint64_t> size);

  /// A message of its own line, above the bar.
  void note(const std::string& message);

 private:
  void clear_line();

  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  std::string file_;         // the one that is being told of
  std::uint64_t first_ = 0;  // bytes that were there when it was told of first
  double start_ = 0;         // when that was
  double last_told_ = 0;
};

/// A number of bytes for a person: "2.3 MB".
std::string readable_bytes(std::uint64_t bytes);

}  // namespace descent
