#include "support/memory/growing_array.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/memory/huge_pages.hpp"
#include "tests/catch.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;

namespace {

GrowingArray<double> filled(std::size_t elements) {
  GrowingArray<double> array;
  for (std::size_t k = 0; k < elements; ++k) array.push_back(static_cast<double>(k));
  return array;
}

long most_kilobytes_in_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// The maximum growth of memory in megabytes while a separate process fills an array of this many.
int growth(std::size_t megabytes) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const long before = most_kilobytes_in_memory();  // the parent's present value
    const auto array = filled((megabytes << 20) / sizeof(double));
    _exit(array.all().back() > 0 ? static_cast<int>((most_kilobytes_in_memory() - before) >> 10) : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("an array of unknown size has what it was given, small and large") {
  for (const std::size_t elements : {1, 5000, 300'000, 3'000'000}) {
    CAPTURE(elements);
    GrowingArray<double> array = filled(elements);
    const std::vector<double> more(elements / 2, -1);
    array.append(more);
    REQUIRE(array.size() == elements + more.size());
    for (std::size_t k = 0; k < array.size(); ++k)
      REQUIRE(array.all()[k] == (k < elements ? static_cast<double>(k) : -1));
    array.clear();
    CHECK(array.copy().empty());
    array.push_back(7);
    CHECK(array.copy() == std::vector<double>{7});
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
  GrowingMemory memory = filled(3'000'000).take_memory();
  memory.shrink_to(1'000'001 * sizeof(double));
  CHECK(memory.bytes() == 4 * huge_page);
  CHECK(reinterpret_cast<const double*>(memory.data())[1'000'000] == 1'000'000);
  memory.shrink_to(0);
  CHECK(memory.bytes() == huge_page);
}

TEST_CASE("a growing array is not copied") {
  if (test::is_sanitized) return;  // freed memory stays in quarantine
  CHECK(growth(100) < 115);
}
