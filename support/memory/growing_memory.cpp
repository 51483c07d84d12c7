#include "support/memory/growing_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "support/memory/huge_pages.hpp"

namespace descent {
namespace {

bool is_large(std::size_t bytes) {
  return bytes >= huge_page;
}

}  // namespace

GrowingMemory::~GrowingMemory() {
  if (is_large(bytes_))
    munmap(place_, bytes_);
  else
    std::free(place_);
}

void GrowingMemory::grow_to(std::size_t bytes) {
  void* grown = nullptr;
  if (is_large(bytes)) {
    bytes = round_up(bytes, huge_page);
    grown = memory_in_huge_pages(bytes);
    if (grown != nullptr && is_large(bytes_)) {
      // It also grows: a fresh tail would be another mapping, and Linux before 6.17 moves only one.
      grown = mremap(place_, bytes_, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, grown);
    } else if (grown != nullptr && bytes_ > 0) {
      std::memcpy(grown, place_, bytes_);
      std::free(place_);
    }
  } else {
    grown = std::realloc(place_, bytes);
  }
  if (grown == nullptr || grown == MAP_FAILED) throw std::bad_alloc();
  place_ = static_cast<std::byte*>(grown);
  bytes_ = bytes;
}

void GrowingMemory::shrink_to(std::size_t bytes) {
  const std::size_t kept = std::max(round_up(bytes, huge_page), huge_page);
  if (kept >= bytes_) return;
  munmap(place_ + kept, bytes_ - kept);
  bytes_ = kept;
}

}  // namespace descent
