#include "datasets/readers/stored_entries.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "tests/catch.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;

namespace {

std::vector<double> gathered(std::size_t elements) {
  Blocks<double> blocks;
  for (std::size_t k = 0; k < elements; ++k) blocks.push_back(static_cast<double>(k));
  return std::move(blocks).gather();
}

long most_kilobytes_in_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// The maximum growth of memory in megabytes while a separate process gathers this many megabytes.
int growth(std::size_t megabytes) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const long before = most_kilobytes_in_memory();  // the parent's present value
    const auto all = gathered((megabytes << 20) / sizeof(double));
    _exit(all.back() > 0 ? static_cast<int>((most_kilobytes_in_memory() - before) >> 10) : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("Blocks gather what they were given") {
  for (const std::size_t elements :
       {std::size_t{0}, std::size_t{1}, std::size_t{5000}, std::size_t{300'000}}) {
    CAPTURE(elements);
    const std::vector<double> all = gathered(elements);
    REQUIRE(all.size() == elements);
    CHECK(all.capacity() <= elements + elements / 8 + 1024);
    for (std::size_t k = 0; k < elements; ++k) REQUIRE(all[k] == static_cast<double>(k));
  }
}

TEST_CASE("Blocks lie in memory no longer than until they are copied") {
  if (test::is_sanitized) return;  // freed memory stays in quarantine
  CHECK(growth(100) < 125);
}
