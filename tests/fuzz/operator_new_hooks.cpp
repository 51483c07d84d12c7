#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "support/text/plural.hpp"
#include "tests/fuzz/memory_watch.hpp"

namespace {

void* plural(void* place) {
  if (place == nullptr) throw std::bad_alloc();
  descent::test::count_bytes(static_cast<std::int64_t>(malloc_usable_size(place)));
  return place;
}

void release(void* place) {
  if (place == nullptr) return;
  descent::test::count_bytes(-static_cast<std::int64_t>(malloc_usable_size(place)));
  std::free(place);
}

}  // namespace

// The program's own operators; the array and non-throwing forms call them.
void* operator new(std::size_t bytes) {
  return plural(std::malloc(std::max<std::size_t>(bytes, 1)));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return plural(std::aligned_alloc(step, (std::max<std::size_t>(bytes, 1) + step - 1) / step * step));
}
void operator delete(void* place) noexcept {
  release(place);
}
void operator delete(void* place, std::size_t) noexcept {
  release(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  release(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  release(place);
}

namespace descent::test {

void install_allocation_hooks() {}  // operator new is linked in

}  // namespace descent::test
