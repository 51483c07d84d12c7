#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace descent {

/// CPU time of the calling thread in seconds (CLOCK_THREAD_CPUTIME_ID), charged to a method.
double thread_cpu_seconds();

/// CPU time of all threads of the process in seconds.
double process_cpu_seconds();

/// CPU time of the calling thread, or of all if it works with others.
inline double cpu_seconds_of(int threads) {
  return threads > 1 ? process_cpu_seconds() : thread_cpu_seconds();
}

/// Monotonic wall time in seconds.
double wall_seconds();

/// Rounds to whole nanoseconds, as the clocks count. Further digits come from sums and differences.
inline double in_nanoseconds(double seconds) {
  return std::round(seconds * 1e9) / 1e9;
}

/// Seconds to read the CPU time of so many threads and the wall time once (median of many).
double cost_of_clock_reading(int threads = 1);

/// Logical processors that the thread may use, ascending; empty if unknown.
std::vector<int> allowed_processors();

/// One logical processor of each physical core that this process may use; empty if unknown.
std::vector<int> physical_cores();

/// Physical cores in service, even if this process may not use them.
std::size_t physical_cores_of_machine();

/// Binds the calling thread, and threads that it starts, to these logical processors.
void pin_to_processors(std::span<const int> processors);

/// Undoes pin_to_processors(): the thread may use all processors of the program's start.
void unpin_from_processor();

/// "model name" of /proc/cpuinfo, on arm64 the numbers of implementer and part, or "unknown".
std::string processor_model();

/// The kernel's frequency governor of the first processor ("performance", "powersave", …), or "unknown".
std::string frequency_governor();

/// Which programs the kernel gives huge pages: "always", "madvise" (those that ask), "never", or "unknown".
std::string huge_page_setting();

/// Main memory of the machine.
std::uint64_t memory_bytes();

}  // namespace descent
