#pragma once

namespace descent {

/// Whether wall time shows that a run shared its core with other programs, so that its CPU time may be some
/// percent high. Of a few milliseconds a single interrupt is 5 %. Of several processes, each on a core of its
/// own, the CPU seconds are those of all.
inline bool has_shared_its_core(double cpu_seconds, double wall_seconds, double processes = 1) {
  return cpu_seconds > 0.05 * processes && wall_seconds * processes > 1.05 * cpu_seconds;
}

}  // namespace descent
