#pragma once

#include <cstdint>

namespace descent {

/// Communication between the processes of a run since its start.
struct Communication {
  int processes = 1;
  /// Sums over all processes; all wait for each other.
  std::uint64_t rounds = 0;
  /// Bytes handed over for these sums: 8 per number and process, 0 with one process. Network traffic depends
  /// on MPI.
  std::uint64_t bytes_sent = 0;
};

/// Interface of solvers that can use several processes; read at checkpoints.
class Communicating {
 public:
  virtual ~Communicating() = default;
  virtual Communication communication() const = 0;
};

}  // namespace descent
