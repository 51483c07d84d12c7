#include "support/process/machine_state.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <span>
#include <sstream>
#include <vector>

#include "support/numbers/number_of.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

constexpr const char* processor_files = "/sys/devices/system/cpu";

/// The first line of a file of the kernel; empty if there is none.
std::string line_of(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  return line;
}

std::uint64_t count_in(const std::string& path) {
  return number_of<std::uint64_t>(line_of(path)).value_or(0);
}

/// Number of processors in a list of the kernel: 5 in "0-3,8".
std::uint64_t count_in_list(const std::string& list) {
  std::istringstream stream(list);
  std::uint64_t count = 0;
  for (std::string range; std::getline(stream, range, ',');) {
    const std::size_t dash = range.find('-');
    const auto first = number_of<std::uint64_t>(range.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_of<std::uint64_t>(range.substr(dash + 1));
    if (first && last && *first <= *last) count += *last - *first + 1;
  }
  return count;
}

/// Sum over these processors of seconds in the lines "cpuN user nice system idle iowait irq softirq steal …"
/// of /proc/stat.
double steal_seconds_of(std::span<const int> processors) {
  std::ifstream stream("/proc/stat");
  std::uint64_t sum = 0;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    const auto number = word.starts_with("cpu") ? number_of<int>(word.substr(3)) : std::nullopt;
    if (!number || !std::ranges::binary_search(processors, *number)) continue;
    std::uint64_t ticks = 0;
    for (int column = 0; column < 8; ++column) words >> ticks;
    if (words) sum += ticks;
  }
  return static_cast<double>(sum) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

MachineState machine_state() {
  const std::vector<int> processors = allowed_processors();
  std::uint64_t throttles = 0;
  for (const int processor : processors) {
    const std::string folder = fmt::format("{}/cpu{}/thermal_throttle/", processor_files, processor);
    throttles += count_in(folder + "core_throttle_count") + count_in(folder + "package_throttle_count");
  }
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return {throttles, steal_seconds_of(processors), static_cast<std::uint64_t>(use.ru_nivcsw)};
}

double load_of_machine() {
  const std::string line = line_of("/proc/loadavg");
  return number_of<double>(line.substr(0, line.find(' '))).value_or(0);
}

std::string boost_of_processor() {
  const auto word = [](const std::string& line, const char* on) {
    return line.empty() ? "" : line == on ? "on" : "off";
  };
  std::string boost = word(line_of(fmt::format("{}/cpufreq/boost", processor_files)), "1");
  if (boost.empty()) boost = word(line_of(fmt::format("{}/intel_pstate/no_turbo", processor_files)), "0");
  return boost.empty() ? "unknown" : boost;
}

std::uint64_t processors_beside_on_cache() {
  const std::string here = fmt::format("{}/cpu{}/", processor_files, sched_getcpu());
  std::string list;
  for (int index = 0; index < 8; ++index) {
    const std::string shared = line_of(fmt::format("{}cache/index{}/shared_cpu_list", here, index));
    if (!shared.empty()) list = shared;
  }
  const std::uint64_t on_cache = count_in_list(list);
  const std::uint64_t on_core = count_in_list(line_of(here + "topology/core_cpus_list"));
  return on_cache - std::min(on_cache, on_core);
}

}  // namespace descent
