#include "support/process/processor.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <set>

namespace descent {

namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A line of the processor's topology in sysfs; empty if the kernel has none.
std::string topology(int processor, const char* what) {
  std::ifstream stream(fmt::format("/sys/devices/system/cpu/cpu{}/topology/{}", processor, what));
  std::string line;
  std::getline(stream, line);
  return line;
}

/// A text that identifies the core of a processor.
std::string core_of(int processor) {
  // core_id is not unique in a package of several dies; the list of a core's processors is.
  for (const char* list : {"core_cpus_list", "thread_siblings_list"}) {
    if (std::string processors = topology(processor, list); !processors.empty()) return processors;
  }
  const std::string core = topology(processor, "core_id");
  return core.empty() ? fmt::format("processor {}", processor)
                      : fmt::format("{}/{}", topology(processor, "physical_package_id"), core);
}

std::string read_processor_model() {
  std::ifstream stream("/proc/cpuinfo");
  std::string implementer;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string value = line.substr(colon + 2);
    if (line.starts_with("model name") && !value.empty()) return value;
    if (line.starts_with("CPU implementer")) implementer = value;
    if (line.starts_with("CPU part")) return fmt::format("Arm, implementer {}, part {}", implementer, value);
  }
  return "unknown";
}

}  // namespace

double thread_cpu_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cost_of_clock_reading(int threads) {
  std::vector<double> costs;
  for (int repetition = 0; repetition < 101; ++repetition) {
    const double start = wall_seconds();
    cpu_seconds_of(threads);
    costs.push_back(wall_seconds() - start);
  }
  std::nth_element(costs.begin(), costs.begin() + 50, costs.end());
  return costs[50];
}

std::vector<int> allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &allowed)) processors.push_back(processor);
  }
  return processors;
}

std::vector<int> physical_cores() {
  std::set<std::string> seen;
  std::vector<int> processors = allowed_processors();
  std::erase_if(processors, [&](int processor) { return !seen.insert(core_of(processor)).second; });
  return processors;
}

std::size_t physical_cores_of_machine() {
  std::set<std::string> seen;
  const long configured = sysconf(_SC_NPROCESSORS_CONF);
  for (int processor = 0; processor < configured; ++processor) {
    if (!topology(processor, "core_id").empty()) seen.insert(core_of(processor));  // else not in service
  }
  const long in_service = sysconf(_SC_NPROCESSORS_ONLN);
  return seen.empty() ? static_cast<std::size_t>(std::max(in_service, 1L)) : seen.size();
}

void pin_to_processors(std::span<const int> processors) {
  cpu_set_t only;
  CPU_ZERO(&only);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &only);
  sched_setaffinity(0, sizeof only, &only);
}

namespace {

cpu_set_t processors_of_this_thread() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  return allowed;
}

/// Read before main, when nothing is bound yet; children inherit it.
const cpu_set_t processors_at_start = processors_of_this_thread();

}  // namespace

void unpin_from_processor() {
  sched_setaffinity(0, sizeof processors_at_start, &processors_at_start);
}

std::string processor_model() {
  // Read once: each read makes the system write a paragraph for every processor, and every run's id needs it.
  static const std::string model = read_processor_model();
  return model;
}

std::string frequency_governor() {
  std::ifstream stream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::string line;
  std::getline(stream, line);
  return line.empty() ? "unknown" : line;
}

std::string huge_page_setting() {
  std::ifstream stream("/sys/kernel/mm/transparent_hugepage/enabled");  // "always [madvise] never"
  std::string before;
  std::string chosen;
  std::getline(stream, before, '[');
  std::getline(stream, chosen, ']');
  return chosen.empty() ? "unknown" : chosen;
}

std::uint64_t memory_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace descent
