#include "support/memory/huge_pages.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "support/memory/available_memory.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/sanitizers.hpp"

namespace descent::test {
namespace {

/// Whether the system gives huge pages to the memory there, as far as it can.
bool wants_huge_pages(const void* place) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(place);
  std::ifstream maps("/proc/self/smaps");
  bool is_here = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> first >> dash >> end && dash == '-') is_here = first <= wanted && wanted < end;
    if (is_here && line.starts_with("VmFlags:")) return line.find(" hg") != std::string::npos;
  }
  return false;
}

/// Address space of the process, in KB.
std::int64_t size_of_process() {
  return static_cast<std::int64_t>(number_after("/proc/self/status", "VmSize:"));
}

/// Pages that the process has touched for the first time.
std::int64_t faults_of_process() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

}  // namespace

TEST_CASE("memory in huge pages begins with one, is all there, and is no more than was asked for") {
  constexpr std::ptrdiff_t bytes = 3 * huge_page + 4096;
  const std::int64_t before = size_of_process();
  std::vector<std::byte*> blocks;
  for (int k = 0; k < 8; ++k) {
    std::byte* const block = memory_in_huge_pages(bytes);
    REQUIRE(block != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % huge_page == 0);
    block[0] = block[bytes - 1] = std::byte{1};
    if (huge_page_setting() != "unknown") CHECK(wants_huge_pages(block + bytes - 1));
    blocks.push_back(block);
  }
  CHECK(size_of_process() - before < 9 * bytes / 1024);
  for (std::byte* const block : blocks) {
    CHECK(block[bytes - 1] == std::byte{1});
    munmap(block, bytes);
  }
  CHECK(size_of_process() - before < bytes / 1024);
}

TEST_CASE(
    "blocks of warmed memory are in pages that the process has, in the heap and behind its first room") {
  const pid_t child = fork();
  if (child == 0) {
    begin_on_huge_pages();
    warm_memory(60 << 20);
    const std::int64_t before = faults_of_process();
    std::vector<std::vector<char>> kept;
    for (const std::size_t bytes : {5'000'000, 300'000, 9'000'000, 900'000, 8'000'000})
      kept.emplace_back(bytes, 'x');
    _exit(faults_of_process() - before < 100 ? 0 : 1);  // over a thousand without
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (!is_sanitized) CHECK(status == 0);  // sanitizers have another heap
}

TEST_CASE("a process that begins on huge pages has its smaller blocks in them, whatever was freed before") {
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int k = 0; k < 2000; ++k) blocks.push_back(std::make_unique<char[]>(1000 + 97 * k % 60'000));
  for (std::size_t k = 0; k < blocks.size(); k += 1 + k % 3) blocks[k].reset();
  const pid_t child = fork();
  if (child == 0) {
    begin_on_huge_pages();
    bool are_huge = true;
    std::vector<std::vector<char>> kept;
    for (const std::size_t bytes : {900'000, 33'000, 9'000, 200'000, 2'100, 50'000}) {
      kept.emplace_back(bytes, 'x');
      are_huge = are_huge && wants_huge_pages(&kept.back()[bytes / 2]);
    }
    _exit(are_huge ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (huge_page_setting() != "unknown" && !is_sanitized) CHECK(status == 0);  // sanitizers have another heap
}

}  // namespace descent::test
