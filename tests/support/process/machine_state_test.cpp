#include "support/process/machine_state.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>
#include <array>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/process/processor.hpp"
#include "tests/catch.hpp"

namespace descent::test {
namespace {

std::string line_of(const std::string& file, const std::string& start = "") {
  std::ifstream stream(file);
  std::string line;
  while (std::getline(stream, line) && !line.starts_with(start)) {
  }
  return line;
}

double load_as_told() {
  return std::stod("0" + line_of("/proc/loadavg"));
}

double steal_as_told() {
  std::istringstream words(line_of("/proc/stat", fmt::format("cpu{} ", sched_getcpu())));
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  words >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
  return steal / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Processors in a mask of the kernel, such as "00000000,0000000f".
std::uint64_t processors_in(const std::string& file) {
  std::uint64_t count = 0;
  for (const char digit : line_of(file))
    if (digit != ',')
      count += static_cast<std::uint64_t>(std::popcount(std::stoul(std::string(1, digit), nullptr, 16)));
  return count;
}

}  // namespace

TEST_CASE("load, steal and the processors on one cache are those that the system tells of") {
  pin_to_processors(std::array{physical_cores().front()});
  const double load = load_as_told();
  const double steal = steal_as_told();
  const double found = load_of_machine();
  const double found_steal = machine_state().steal_seconds;
  CHECK((found == load || found == load_as_told()));
  CHECK(found_steal >= steal);
  CHECK(found_steal <= steal_as_told());

  const std::string here = fmt::format("/sys/devices/system/cpu/cpu{}/", sched_getcpu());
  std::uint64_t on_cache = 0;
  for (int index = 0; std::filesystem::exists(fmt::format("{}cache/index{}", here, index)); ++index)
    on_cache = processors_in(fmt::format("{}cache/index{}/shared_cpu_map", here, index));
  const std::uint64_t of_core = processors_in(here + "topology/core_cpus");
  CHECK(processors_beside_on_cache() == on_cache - std::min(on_cache, of_core));
  unpin_from_processor();
}

TEST_CASE("all threads of the process count that had to leave their processor") {
  pin_to_processors(std::array{physical_cores().front()});
  const std::uint64_t before = machine_state().switches;
  const auto work = [] {
    while (thread_cpu_seconds() < 0.03) {
    }
  };
  std::array rivals{std::thread(work), std::thread(work)};
  for (std::thread& rival : rivals) rival.join();
  CHECK(machine_state().switches >= before + 3);
  unpin_from_processor();
}

TEST_CASE("a thread that rests of its own will has not had to leave its processor") {
  const std::uint64_t before = machine_state().switches;
  for (int rest = 0; rest < 200; ++rest) usleep(10);
  CHECK(machine_state().switches - before < 100);
}

}  // namespace descent::test
