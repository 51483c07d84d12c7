#pragma once

#include <cstdint>

namespace descent {

/// What the processes that share a problem have said to each other since the start of the run.
struct Communication {
  int processes = 1;
  /// Sums over all processes, for each of which every process waits for all others.
  std::uint64_t rounds = 0;
  /// What all processes together have handed over for these sums: 8 bytes a number and process. What a
  /// network carries of it depends on MPI. One process sends nothing.
  std::uint64_t bytes_sent = 0;
};

/// What a Solver is as well that can work in several processes; told at checkpoints.
class Communicating {
 public:
  virtual ~Communicating() = default;
  virtual Communication communication() const = 0;
};

}  // namespace descent
