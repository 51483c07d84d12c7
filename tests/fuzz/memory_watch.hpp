#pragma once

#include <cstddef>

namespace descent::test {

/// Counts the bytes that this thread has allocated and not released since the watch began. With
/// AddressSanitizer, its runtime reports every allocation, including C libraries; without it, operator new
/// does. Only one watch at a time.
class MemoryWatch {
 public:
  MemoryWatch();
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  /// The maximum of such bytes so far. Without AddressSanitizer, allocations of C libraries (zlib, libbz2,
  /// liblzma) are left out.
  std::size_t peak_bytes() const;
};

}  // namespace descent::test
