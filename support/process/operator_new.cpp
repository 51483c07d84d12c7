// operator new of the programs: asks for huge pages in large blocks. Weights and duals are looked up by rows
// in random order and would miss the page table: with 10⁹ nonzeros, a pass of stochastic dual coordinate
// descent takes a tenth less time. (Parsed files get huge pages in file_bytes.cpp.) Each program names this
// file among its sources: in a library, it would depend on which other parts are linked.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

void* operator new(std::size_t bytes) {
  void* place = nullptr;
  while ((place = std::malloc(std::max<std::size_t>(bytes, 1))) == nullptr) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
  constexpr std::size_t huge_page = 2 << 20;
  if (bytes >= 2 * huge_page) {  // so that one whole huge page fits, wherever the block begins
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(place) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(place) + bytes) / page * page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // NOLINT
  }
  return place;
}

void operator delete(void* place) noexcept {
  std::free(place);
}

void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
