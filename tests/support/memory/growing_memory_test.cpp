#include "support/memory/growing_memory.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "support/memory/huge_pages.hpp"
#include "tests/catch.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;

namespace {

/// Memory that has grown step by step to so many numbers 0, 1, 2, …
GrowingMemory filled(std::size_t elements) {
  GrowingMemory memory;
  for (std::size_t k = 0; k < elements; ++k) {
    if ((k + 1) * sizeof(double) > memory.bytes())
      memory.grow_to(std::max<std::size_t>(1000, memory.bytes() * 3 / 2));
    reinterpret_cast<double*>(memory.data())[k] = static_cast<double>(k);
  }
  return memory;
}

double number(const GrowingMemory& memory, std::size_t k) {
  return reinterpret_cast<const double*>(memory.data())[k];
}

long most_kilobytes_in_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// The maximum growth of memory in megabytes while a separate process fills so many.
int growth(std::size_t megabytes) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const long before = most_kilobytes_in_memory();  // the parent's present value
    const GrowingMemory memory = filled((megabytes << 20) / sizeof(double));
    _exit(number(memory, 1) == 1 ? static_cast<int>((most_kilobytes_in_memory() - before) >> 10) : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("memory that grows has what it was given, small and large") {
  for (const std::size_t elements : {1, 5000, 300'000, 3'000'000}) {
    CAPTURE(elements);
    const GrowingMemory memory = filled(elements);
    for (std::size_t k = 0; k < elements; ++k) REQUIRE(number(memory, k) == static_cast<double>(k));
  }
}

TEST_CASE("large memory is one mapping, however often it has grown") {  // Linux before 6.17 moves only one
  GrowingMemory memory;
  for (std::size_t bytes = huge_page; bytes <= 16 * huge_page; bytes *= 2) memory.grow_to(bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  std::ifstream maps("/proc/self/maps");
  int mappings = 0;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    if (std::istringstream(line) >> std::hex >> first >> dash >> end)
      mappings += first < begin + memory.bytes() && begin < end ? 1 : 0;
  }
  CHECK(mappings == 1);
}

TEST_CASE("memory that shrinks keeps its front and gives the rest back") {
  GrowingMemory memory = filled(3'000'000);
  memory.shrink_to(1'000'001 * sizeof(double));
  CHECK(memory.bytes() == 4 * huge_page);
  CHECK(number(memory, 1'000'000) == 1'000'000);
  memory.shrink_to(0);
  CHECK(memory.bytes() == huge_page);
}

TEST_CASE("growing memory is not copied") {
  if (test::is_sanitized) return;  // freed memory stays in quarantine
  CHECK(growth(100) < 115);
}
