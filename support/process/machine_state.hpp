#pragma once

#include <cstdint>
#include <string>

namespace descent {

/// Counters of the process, and of the processors that the thread may use. 0 where the kernel has none.
struct MachineState {
  std::uint64_t throttles = 0;  ///< times that their cores or packages were slowed down for heat
  double steal_seconds = 0;     ///< that another virtual machine had one of them
  std::uint64_t switches = 0;   ///< times that a thread of the process had to leave its processor
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
