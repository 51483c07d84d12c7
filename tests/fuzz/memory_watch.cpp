#include "tests/fuzz/memory_watch.hpp"

#include <algorithm>

namespace descent::test {
namespace {

thread_local bool is_watching = false;
thread_local std::int64_t live_bytes = 0;
thread_local std::int64_t most_bytes = 0;

}  // namespace

void count_bytes(std::int64_t bytes) {
  if (!is_watching) return;
  live_bytes += bytes;
  most_bytes = std::max(most_bytes, live_bytes);
}

MemoryWatch::MemoryWatch() {
  install_allocation_hooks();
  live_bytes = 0;
  most_bytes = 0;
  is_watching = true;
}

MemoryWatch::~MemoryWatch() {
  is_watching = false;
}

std::size_t MemoryWatch::peak_bytes() const {
  return static_cast<std::size_t>(most_bytes);
}

}  // namespace descent::test
