// operator new of the programs: begins blocks at cache lines, and asks for huge pages in large ones. Weights
// and duals are looked up by rows in random order and would miss the page table: with 10⁹ nonzeros, a pass of
// stochastic dual coordinate descent takes a tenth less time. (Smaller blocks get huge pages in
// huge_pages.cpp.) Each program names this file among its sources: in a library, it would depend on which
// other parts are linked.

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "support/memory/huge_pages.hpp"
#include "support/memory/memory_units.hpp"

namespace {

using descent::huge_page;

/// Large blocks that are freed leave no gaps in the heap, which child processes would fill page by page.
[[maybe_unused]] const int is_set = mallopt(M_MMAP_THRESHOLD, 1 << 20);

/// Blocks of at least so many bytes begin at a cache line: else a walk would load and store each register of
/// 64 bytes across two lines.
constexpr std::size_t worth_a_cache_line = 32 << 10;

void* block(std::size_t bytes) {
  if (bytes < worth_a_cache_line || bytes > SIZE_MAX / 2) return std::malloc(std::max<std::size_t>(bytes, 1));
  if (bytes < descent::worth_a_huge_page)
    return std::aligned_alloc(descent::cache_line, descent::round_up(bytes, descent::cache_line));
  const std::size_t whole = descent::round_up(bytes, huge_page);
  void* const pointer = std::aligned_alloc(huge_page, whole);
  if (pointer != nullptr) madvise(pointer, whole, MADV_HUGEPAGE);
  return pointer;
}

}  // namespace

void* operator new(std::size_t bytes) {
  void* pointer = nullptr;
  while ((pointer = block(bytes)) == nullptr) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
  return pointer;
}

void operator delete(void* pointer) noexcept {
  std::free(pointer);
}

void operator delete(void* pointer, std::size_t) noexcept {
  std::free(pointer);
}
