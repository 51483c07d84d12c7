#pragma once

#include <cstdint>
#include <vector>

namespace descent {

/// How long a sum over all processes took, of so many numbers each.
struct AllreduceTime {
  std::uint64_t numbers = 0;
  double seconds = 0;
};

/// What the processes of a run measured before it of their connection.
struct AllreduceProbe {
  std::uint64_t processes = 0;
  std::vector<AllreduceTime> times;
  double cpu_seconds = 0;  ///< of all processes meanwhile
  double wall_seconds = 0;
};

}  // namespace descent
