#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "experiments/measure/gap_proof.hpp"
#include "experiments/measure/snapshot_file.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/contract/solver.hpp"

namespace descent {

/// State of a run when the clock stopped; its iterate is the snapshot with the same number.
struct Checkpoint {
  double cpu_seconds = 0;
  double wall_seconds = 0;
  Progress progress;
  std::optional<Residuals> residuals;          ///< of methods that have them
  std::optional<Communication> communication;  ///< likewise
  /// Setup of a process that worked for the method, not in cpu_seconds. Other methods have one setup before
  /// the run.
  std::optional<double> setup_seconds;
};

/// Reads one byte in `step`: step is a page, for the page tables, or a line, for the caches.
void read_through(std::span<const std::byte> bytes, std::size_t step);

/// Whether a run ends at this iterate, after the seconds that its budget limits.
using StopRule = std::function<bool(std::span<const double> w, double seconds)>;

/// The rule of a target: the run has been there, and at most lasting_factor times the target away since, for
/// a quarter of the time until then. `suboptimality` is relative.
StopRule lasting_at(double target, std::function<double(std::span<const double> w)> suboptimality);

/// Work of a measurement between the checkpoints, off the clock.
struct OffTheClock {
  StopRule rule = {};
  /// Under a budget with a gap.
  std::function<GapProof(const Solver& solver, std::span<const double> w)> prove = {};
  bool has_known_bound = false;  ///< of F(w*), which may prove a gap before the solver expects it
  /// The arrays that the method walks. Copying iterates drives them out of the caches, so they are read again
  /// before a short piece of work, unless they fit no cache.
  std::array<std::span<const std::byte>, 3> walked = {};
  /// Of the solver. CPU times of several are added up, and the rest is as for processes.
  int threads = 1;
};

struct Measurement {
  std::vector<Checkpoint> checkpoints;  ///< the first is w = 0 before any work
  bool at_target = false;               ///< ended by the StopRule, or with the gap proved
  std::optional<GapProof> proof;        ///< of the last checkpoint, if a gap was asked for
  bool diverged = false;     ///< an iterate became infinite or NaN; it is not among the checkpoints
  double clock_seconds = 0;  ///< cost of reading clocks, part of the charged time
  double copy_seconds = 0;   ///< cost of copying iterates, not charged
};

/// Runs the solver through its budget. Only `advance` is charged: CPU time of the thread or threads, or of
/// the processes that work for it (ProcessSolver). The clock stops on the budget's grid, and the
/// iterate goes to `snapshots`. Times are CPU times, or wall times if several processes or threads work at
/// once. A step of one thread that goes beyond most_overrun times the CPU seconds is cut off, if the method
/// heeds its deadline. `nonzeros` make a pass; `n` is the number of weights. A StopRule is asked at the
/// checkpoints, and the solver knows nothing of it. Under a budget with a gap, there is one
/// checkpoint after the first: where GapQuestions led to the proof, or the run ended.
Measurement measure(Solver& solver, const RunBudget& budget, std::uint64_t nonzeros, std::size_t n,
                    SnapshotFile& snapshots, const OffTheClock& beside = {});

/// The same for a method that restarts (Method::sampled_by_tolerance). Each call of `advance` is a separate
/// run to the next tolerance, and gives a checkpoint with its own time and work. The next tolerance is
/// charged at least as much as a looser one, so time and work never fall. Work ends after the last tolerance,
/// after the first run of more than `cpu_seconds` (its checkpoint is kept, beyond the budget), or when a run
/// was cut off.
Measurement measure_restarts(Solver& solver, double cpu_seconds, std::size_t n, SnapshotFile& snapshots,
                             const OffTheClock& beside = {});

/// Checkpoints of a run that was measured before.
struct FormerRun {
  std::vector<std::uint64_t> entries_touched;  ///< one per checkpoint
  bool ended_itself = false;                   ///< at the last checkpoint: converged, stalled or at its limit
  bool diverged = false;                       ///< after the last checkpoint
};

/// Runs the solver to the same checkpoints again. A solver stops at the first step that reaches the requested
/// work, so the recorded amounts give the same iterates, however the first run was divided. Returns fewer
/// checkpoints if the solver ends earlier this time.
Measurement measure_again(Solver& solver, const FormerRun& former, std::size_t n, SnapshotFile& snapshots);
Measurement measure_restarts_again(Solver& solver, const FormerRun& former, std::size_t n,
                                   SnapshotFile& snapshots);

}  // namespace descent
