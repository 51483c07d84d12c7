#include "support/process/processor.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>
#include <thread>

#include "support/memory/available_memory.hpp"
#include "tests/catch.hpp"

namespace descent::test {

TEST_CASE("the processor has the name that the system gives it, without blanks around it") {
  std::ifstream file("/proc/cpuinfo");
  std::smatch found;
  for (std::string line; found.empty() && std::getline(file, line);) {
    static const std::regex named("model name\\s*:\\s*(\\S.*\\S)\\s*");
    if (std::regex_match(line, found, named)) CHECK(processor_model() == found[1].str());
  }
  if (found.empty()) WARN("the system does not name its processor");
}

TEST_CASE(
    "the machine has the memory and the cores that the system tells of, and some may be left to a thread") {
  CHECK(static_cast<double>(memory_bytes()) ==
        Approx(1024.0 * static_cast<double>(number_after("/proc/meminfo", "MemTotal:"))).epsilon(0.01));
  const std::vector<int> before = allowed_processors();
  CHECK(physical_cores_of_machine() >= physical_cores().size());
  CHECK(std::ranges::includes(before, physical_cores()));
  pin_to_processors(std::array{before.back()});
  CHECK(allowed_processors() == std::vector{before.back()});
  unpin_from_processor();
  CHECK(allowed_processors() == before);
}

TEST_CASE("time of other threads counts where several work") {
  const double alone = cpu_seconds_of(1);
  const double together = cpu_seconds_of(2);
  std::jthread([] {
    const double start = thread_cpu_seconds();
    while (thread_cpu_seconds() < start + 0.2) continue;
  }).join();
  CHECK(cpu_seconds_of(2) - together >= 0.2);
  CHECK(cpu_seconds_of(1) - alone < 0.1);
}

TEST_CASE("the setting of huge pages is the one of three that the system has in brackets") {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string line;
  std::string written;
  if (!std::getline(file, line)) CHECK(huge_page_setting() == "unknown");
  if (line.empty()) return;
  for (const std::string setting : {"always", "madvise", "never"})
    written += setting == huge_page_setting() ? "[" + setting + "] " : setting + " ";
  CHECK(line + " " == written);
}

}  // namespace descent::test
