#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace descent {

/// CPU time of the calling thread in seconds (CLOCK_THREAD_CPUTIME_ID): what is billed to a method.
double thread_cpu_seconds();

/// The same of all threads of the process.
double process_cpu_seconds();

/// Monotonic wall time in seconds.
double wall_seconds();

/// What a reading of a thread's CPU time and one of wall time cost together in seconds (median of many).
double cost_of_clock_reading();

/// One logical processor of each physical core that this process may use; none when the system does not tell.
std::vector<int> physical_cores();

/// Physical cores that are in service, whether or not this process may use them.
std::size_t physical_cores_of_machine();

/// Binds the calling thread to one logical processor.
void pin_to_processor(int processor);

/// Undoes that for the calling thread: it may use what this program might when it was started.
void unpin_from_processor();

/// "model name" of /proc/cpuinfo, "unknown" where there is none.
std::string processor_model();

/// How the kernel chooses the frequency of the first processor ("performance", "powersave", …); "unknown"
/// where it does not tell.
std::string frequency_governor();

/// Main memory of the machine.
std::uint64_t memory_bytes();

}  // namespace descent
