#include <cstddef>
#include <stdexcept>

#include "tests/fuzz/memory_watch.hpp"

// From the sanitizers' runtime; GCC has no header that declares them.
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void*);
}

namespace descent::test {

void install_allocation_hooks() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(
      [](const volatile void*, std::size_t bytes) { count_bytes(static_cast<std::int64_t>(bytes)); },
      [](const volatile void* place) {
        count_bytes(-static_cast<std::int64_t>(__sanitizer_get_allocated_size(place)));
      });
  if (installed == 0) throw std::runtime_error("the sanitizer's runtime takes no hooks");
}

}  // namespace descent::test
