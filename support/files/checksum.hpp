#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace descent {

/// XXH3 with 128 bits, its bytes in the order that the same library's canonical form has on every machine. It
/// tells damage, at the speed of memory; it does not withstand somebody who wants two contents to agree.
using Checksum = std::array<std::byte, 16>;

Checksum checksum_of(std::span<const std::byte> bytes);

/// The checksum of bytes that arrive in pieces.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  RunningChecksum(const RunningChecksum&) = delete;
  RunningChecksum& operator=(const RunningChecksum&) = delete;

  void add(std::span<const std::byte> bytes);
  /// Of all that was added so far.
  Checksum value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace descent
