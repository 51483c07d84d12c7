#pragma once

#include <cstdint>
#include <string>

namespace descent {

/// Counters of the calling thread and of the processor that it is on. 0 where the kernel has none.
struct MachineState {
  std::uint64_t throttles = 0;  ///< times that its core or package was slowed down for heat
  double steal_seconds = 0;     ///< that another virtual machine had the processor
  std::uint64_t switches = 0;   ///< times that the thread had to leave it
};

MachineState machine_state();

/// Mean number of processes that wanted to run in the last minute; 0 if it is not known.
double load_of_machine();

/// "on" or "off": clock rates above the nominal one; "unknown" where the kernel does not say.
std::string boost_of_processor();

/// Number of processors of other cores that use the last-level cache of the processor that the thread is on;
/// 0 if it is not known.
std::uint64_t processors_beside_on_cache();

}  // namespace descent
