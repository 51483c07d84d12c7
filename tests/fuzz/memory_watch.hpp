#pragma once

#include <cstddef>

namespace descent::test {

/// Counts the bytes that this thread has allocated and not released since the watch began. In a build with
/// AddressSanitizer the sanitizer's runtime tells of every allocation, those of C libraries included; in
/// others operator new does. One watch at a time.
class MemoryWatch {
 public:
  MemoryWatch();
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  /// The largest number of such bytes at any moment until now. Without the sanitizer's runtime those of C
  /// libraries (zlib, libbz2, liblzma) are left out.
  std::size_t peak_bytes() const;
};

}  // namespace descent::test
