#pragma once

#include <optional>

#include "solvers/contract/solver.hpp"

namespace descent {

/// What a call of advance has cost that had another process do the work. The process counts the seconds of
/// its own work apart from what it takes besides, to start and to load the data.
struct ProcessCost {
  double cpu_seconds = 0;      ///< of its work: what is billed
  double setup_seconds = 0;    ///< CPU seconds that it has used besides
  double waiting_seconds = 0;  ///< wall time in which it did not compute
};

/// A solver that has another process do its work. (Method::sampled_by_tolerance)
class ProcessSolver : public Solver {
 public:
  /// Of the latest call of advance; nothing when that was cut off at the limit of time: then it has left no
  /// iterate.
  virtual std::optional<ProcessCost> cost() const = 0;

  /// How many CPU seconds the run may take; to be told before the first call of advance.
  virtual void limit_time(double cpu_seconds) = 0;
};

}  // namespace descent
