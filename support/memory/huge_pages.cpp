#include "support/memory/huge_pages.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace descent {
namespace {

/// Smaller blocks are of the heap: what is freed is used again without faults.
constexpr std::size_t least_mapped = 32 << 20;

/// The largest that warms the heap. Operator new asks for up to two huge pages more than a block has.
constexpr std::size_t most_of_heap = least_mapped - 2 * huge_page;

/// Allocates for ever all freed blocks of the heap below `end`, so that malloc returns none of them: each
/// page would cost a fault, or a copy of the parent's page. Blocks under 2 KB are left.
void take_freed_blocks(std::uintptr_t end) {
  for (std::size_t bytes = 64 << 20; bytes >= 2048; bytes /= 2) {
    void* block = nullptr;
    do {
      block = std::malloc(bytes);
    } while (block != nullptr && reinterpret_cast<std::uintptr_t>(block) < end);
    std::free(block);
  }
}

/// Allocates, touches and frees a block. The process keeps the pages of a block of the heap; those of a
/// mapped block go back to the system.
void touch_block(std::size_t bytes) {
  auto* const block = static_cast<volatile std::byte*>(std::malloc(bytes));
  if (block == nullptr) return;
  const auto first = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t begin = round_up(first, huge_page);
  if (begin < first + bytes)
    madvise(reinterpret_cast<void*>(begin), first + bytes - begin, MADV_HUGEPAGE);  // NOLINT
  for (std::size_t at = 0; at < bytes; at += 4096) block[at] = std::byte{};
  std::free(const_cast<std::byte*>(block));  // NOLINT
}

}  // namespace

std::byte* memory_in_huge_pages(std::size_t bytes) {
  void* const got =
      mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  auto* const first = static_cast<std::byte*>(got);
  const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(got) % huge_page) % huge_page;
  if (before > 0) munmap(first, before);
  munmap(first + before + bytes, huge_page - before);
  madvise(first + before, bytes, MADV_HUGEPAGE);
  return first + before;
}

void begin_on_huge_pages() {
  constexpr int room_bytes = 16 << 20;
  mallopt(M_ARENA_MAX, 1);  // of all threads: another arena would take room of its own
  malloc_trim(0);
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * least_mapped));
  mallopt(M_MMAP_THRESHOLD, static_cast<int>(least_mapped));
  // The room begins just before a huge page, where malloc writes its size.
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const std::uintptr_t begin = round_up(end + page, huge_page);
  if (sbrk(static_cast<std::intptr_t>(begin - page - end)) == reinterpret_cast<void*>(-1)) return;  // NOLINT
  void* volatile const room = std::malloc(room_bytes);  // or Clang leaves it out, as it is freed unused
  if (room == nullptr) return;
  madvise(reinterpret_cast<void*>(begin), room_bytes - page, MADV_HUGEPAGE);  // NOLINT
  std::free(room);
  take_freed_blocks(begin - page);
}

void warm_memory(std::size_t bytes) {
  if (bytes == 0) return;
  if (bytes >= least_mapped) touch_block(bytes);
  touch_block(std::min(bytes, most_of_heap));
}

}  // namespace descent
