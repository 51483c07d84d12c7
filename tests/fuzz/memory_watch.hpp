#pragma once

#include <cstddef>
#include <cstdint>

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

/// Makes every allocation and release call count_bytes() from now on. Two files define it: with
/// AddressSanitizer the build takes sanitizer_hooks.cpp, whose runtime also reports C libraries, and without
/// it operator_new_hooks.cpp.
void install_allocation_hooks();

/// Adds to the bytes that this thread uses; negative when it releases them.
void count_bytes(std::int64_t bytes);

}  // namespace descent::test
