#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/measure/snapshot_file.hpp"
#include "experiments/plan/run_budget.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/contract/solver.hpp"

namespace descent {

/// Where a run stood when the clock was stopped; its iterate is the snapshot of the same number.
struct Checkpoint {
  double cpu_seconds = 0;
  double wall_seconds = 0;
  Progress progress;
  std::optional<Residuals> residuals;          ///< of methods that have them
  std::optional<Communication> communication;  ///< the same
  /// Besides cpu_seconds, of a process that has worked for the method; other methods have one setup before.
  std::optional<double> setup_seconds;
};

struct Measurement {
  std::vector<Checkpoint> checkpoints;  ///< the first one is w = 0 before any work
  bool diverged = false;     ///< an iterate left the finite numbers; it is not among the checkpoints
  double clock_seconds = 0;  ///< what reading clocks has cost: part of the billed time
  double copy_seconds = 0;   ///< what copying iterates out has cost: not billed
};

/// Drives the solver through its allowance. Only `advance` is billed: CPU time of the thread around it, or
/// what processes that have worked for it have used (ProcessSolver). At geometrically spaced CPU times (wall
/// times, where several processes work at once) from 20 µs on, or amounts of work from a thousandth of the
/// passes on, the clock stops and the iterate goes to `snapshots`. `nonzeros` of the data make a pass; `n` is
/// the number of weights.
Measurement measure(Solver& solver, const RunBudget& allowance, std::uint64_t nonzeros, std::size_t n,
                    SnapshotFile& snapshots);

/// The same for a method that restarts (Method::sampled_by_tolerance): each call of `advance` is a run of its
/// own to the next tolerance, and becomes a checkpoint with the time and the work of that run alone. A looser
/// tolerance that took longer than the next one is billed to that one as well: times and work never fall from
/// one checkpoint to the next. Work ends with the sequence of tolerances, with the first run that took more
/// than `cpu_seconds`, of which the checkpoint is kept and lies beyond the budget, or with one that was cut
/// off.
Measurement measure_restarts(Solver& solver, double cpu_seconds, std::size_t n, SnapshotFile& snapshots);

/// What is known of a run that was measured before: where it stood at its checkpoints.
struct FormerRun {
  std::vector<std::uint64_t> entries_touched;  ///< one a checkpoint
  bool ended_itself = false;                   ///< at the last of them: converged, stalled or at its limit
  bool diverged = false;                       ///< after the last of them
};

/// Drives the solver to the same checkpoints again. A solver stops at the first step that reaches the amount
/// asked for, so that the amounts that were reached lead through the same iterates, however the first run was
/// cut into pieces. Fewer checkpoints come back when the solver ends earlier this time.
Measurement measure_again(Solver& solver, const FormerRun& former, std::size_t n, SnapshotFile& snapshots);
Measurement measure_restarts_again(Solver& solver, const FormerRun& former, std::size_t n,
                                   SnapshotFile& snapshots);

}  // namespace descent
