#pragma once

#include <cstdint>
#include <optional>

#include "solvers/contract/solver.hpp"

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

/// Cost of one call of advance whose work other processes did; start and loading of data are counted apart.
struct ProcessCost {
  double cpu_seconds = 0;    ///< CPU seconds of the work in all processes: the run's CPU time
  double setup_seconds = 0;  ///< their other CPU seconds
  double wall_seconds = 0;   ///< of the work, waiting included
};

/// A solver whose work other processes do: a program (Method::sampled_by_tolerance), or several that share
/// the problem.
class ProcessSolver : public Solver {
 public:
  /// Cost of the latest call of advance; nothing if the time limit cut it off, without an iterate. Before the
  /// first call: the setup, if known.
  virtual std::optional<ProcessCost> cost() const = 0;

  /// Called before the first advance; starts processes that live as long as the solver. A program that
  /// restarts in each call is cut off at `most_cpu_seconds`. Several processes meet the budget between calls,
  /// like any method; the run's time limit ends them if they hang.
  virtual void start(double most_cpu_seconds) = 0;
};

}  // namespace descent
