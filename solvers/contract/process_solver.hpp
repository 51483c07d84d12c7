#pragma once

#include <optional>

#include "solvers/contract/solver.hpp"

namespace descent {

/// What a call of advance has cost that had other processes do the work. They count the seconds of their work
/// apart from what they take besides, to start and to load the data.
struct ProcessCost {
  double cpu_seconds = 0;    ///< of their work, in all: what is billed
  double setup_seconds = 0;  ///< CPU seconds that they have used besides
  double wall_seconds = 0;   ///< of their work, waiting included
};

/// A solver that has other processes do its work: a program of its own (Method::sampled_by_tolerance), or
/// several that share the problem.
class ProcessSolver : public Solver {
 public:
  /// Of the latest call of advance; nothing when that was cut off at the limit of time: then it has left no
  /// iterate. Before the first call, what the setup has cost, if that is known by then.
  virtual std::optional<ProcessCost> cost() const = 0;

  /// Before the first call of advance: starts the processes, if they live as long as the solver. A program
  /// that works anew in each call is cut off at `most_cpu_seconds`; several processes see the budget as any
  /// other method does, between two calls, and one that hangs ends by the time limit of the run.
  virtual void start(double most_cpu_seconds) = 0;
};

}  // namespace descent
