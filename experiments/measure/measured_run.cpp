#include "experiments/measure/measured_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "experiments/measure/gap_questions.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/results/results_folder.hpp"
#include "support/memory/memory_units.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

/// CPU time of a thread, or of a team of them. The kernel adds up what a running thread has used only now and
/// then: what it adds for a team after stop() is in the next piece.
class CpuClock {
 public:
  explicit CpuClock(int threads) : threads_(threads), stopped_at_(cpu_seconds_of(threads)) {}

  /// Returns the CPU time at which it starts.
  double start() { return stopped_at_ += thread_cpu_seconds() - caller_seconds_; }

  /// Seconds since start().
  double stop() {
    const double started_at = stopped_at_;
    stopped_at_ = cpu_seconds_of(threads_);
    caller_seconds_ = threads_ > 1 ? thread_cpu_seconds() : stopped_at_;
    return stopped_at_ - started_at;
  }

 private:
  int threads_;
  double stopped_at_;
  double caller_seconds_ = thread_cpu_seconds();  ///< at the last stop
};

/// The run itself: charged time and stored iterates.
class Stopwatch {
 public:
  /// The time that the budget limits ends at `most_seconds`.
  Stopwatch(Solver& solver, SnapshotFile& snapshots, std::size_t n, const OffTheClock& beside = {},
            double most_seconds = infinity)
      : solver_(solver),
        most_seconds_(most_seconds),
        beside_(beside),
        process_(dynamic_cast<const ProcessSolver*>(&solver)),
        sharing_(dynamic_cast<const Communicating*>(&solver)),
        works_at_once_(beside.threads > 1 ||
                       (sharing_ != nullptr && sharing_->communication().processes > 1)),
        snapshots_(snapshots),
        w_(n, 0.0),
        clock_cost_(cost_of_clock_reading(beside.threads)) {}

  /// Lets the solver work, on the clock.
  void advance(std::uint64_t entries) {
    const std::uint64_t before = now_.progress.entries_touched;
    const double wall_start = wall_seconds();
    const double cpu_start = cpu_clock_.start();
    const double left = most_seconds_ - seconds();
    solver_.end_by(beside_.threads > 1 ? Deadline::of_wall_time(wall_start + left)
                                       : Deadline(cpu_start + left));
    now_.progress = solver_.advance(entries);
    double cpu_seconds = cpu_clock_.stop();
    double wall = wall_seconds() - wall_start;
    if (process_ != nullptr) {
      const ProcessCost cost = process_->cost().value_or(ProcessCost{});
      cpu_seconds = cost.cpu_seconds;
      wall = cost.wall_seconds;
      now_.setup_seconds = cost.setup_seconds;
    }
    now_.wall_seconds = in_nanoseconds(now_.wall_seconds + wall);
    now_.cpu_seconds = in_nanoseconds(now_.cpu_seconds + cpu_seconds);
    speed_ = static_cast<double>(now_.progress.entries_touched - before) /
             std::max(works_at_once_ ? wall : cpu_seconds, clock_cost_);
    measurement_.clock_seconds += clock_cost_;
  }

  /// Copies the iterate, off the clock. False if it is not finite. Dual weights are copied only at every
  /// fifth checkpoint and the last: they are large for large m, and a proved bound stays valid.
  bool checkpoint(bool last) {
    const double start = wall_seconds();
    solver_.weights(w_);
    const bool finite = is_finite();
    // w = 0 does not end a run.
    if (beside_.rule && finite && !measurement_.checkpoints.empty())
      measurement_.at_target = beside_.rule(w_, seconds());
    if (finite) {
      const bool with_dual =
          !beside_.prove && (last || !running() || measurement_.checkpoints.size() % checkpoints_a_dual == 0);
      snapshots_.append(w_, with_dual ? solver_.dual() : std::nullopt);
      measurement_.checkpoints.push_back(now_);
      measurement_.checkpoints.back().residuals = solver_.residuals();
      if (sharing_ != nullptr) measurement_.checkpoints.back().communication = sharing_->communication();
    }
    measurement_.diverged = !finite;
    measurement_.copy_seconds += wall_seconds() - start;
    return finite;
  }

  /// Asks which gap the iterate proves, off the clock. Empty if it is not finite.
  const std::optional<GapProof>& ask() {
    const double start = wall_seconds();
    measurement_.proof.reset();
    solver_.weights(w_);
    if (is_finite()) measurement_.proof = beside_.prove(solver_, w_);
    measurement_.at_target = measurement_.proof && measurement_.proof->is_enough;
    measurement_.copy_seconds += wall_seconds() - start;
    return measurement_.proof;
  }

  /// Time that the budget limits: charged CPU time, or wall time for processes or threads that work at once.
  double seconds() const { return works_at_once_ ? now_.wall_seconds : now_.cpu_seconds; }

  double seconds_for(std::uint64_t entries) const {
    return speed_ > 0 ? static_cast<double>(entries) / speed_ : 0;
  }

  /// Brings back what a checkpoint drives out of the caches, if that takes more than a hundredth of the work
  /// to come. Off the clock.
  void warm(double work_seconds) {
    constexpr std::size_t largest_cache = 32 << 20;
    constexpr double seconds_a_byte = 1e-10;
    std::size_t bytes = 0;
    for (const auto array : beside_.walked) bytes += array.size();
    if (bytes > largest_cache || 0.01 * work_seconds > seconds_a_byte * static_cast<double>(bytes)) return;
    const double start = wall_seconds();
    for (const auto array : beside_.walked) read_through(array, cache_line);
    solver_.weights(w_);
    measurement_.copy_seconds += wall_seconds() - start;
  }

  /// Works until seconds() or the touched entries reach their goal. A piece at most doubles the time so far,
  /// because the speed changes at the start. Pieces are few, and reading the clocks costs at most a twentieth
  /// of each.
  void work_until(double goal, std::uint64_t entries_goal = std::numeric_limits<std::uint64_t>::max()) {
    while (running() && seconds() < goal && entries_touched() < entries_goal) {
      const double piece = std::min(0.8 * (goal - seconds()), seconds());
      const double entries = speed_ * std::max(piece, shortest_piece * clock_cost_);
      advance(std::min(std::max(first_piece, static_cast<std::uint64_t>(entries)),
                       entries_goal - entries_touched()));
    }
  }

  /// Lets a restarting method make its next run, charged separately. False if it was cut off and left no
  /// iterate.
  bool restart() {
    const Checkpoint before = std::exchange(now_, Checkpoint{});
    advance(0);
    if (process_ != nullptr && !process_->cost()) return false;
    now_.cpu_seconds = std::max(now_.cpu_seconds, before.cpu_seconds);
    now_.wall_seconds = std::max(now_.wall_seconds, before.wall_seconds);
    now_.progress.entries_touched = std::max(now_.progress.entries_touched, before.progress.entries_touched);
    now_.progress.updates = std::max(now_.progress.updates, before.progress.updates);
    return true;
  }

  /// Works without checkpoints until an iterate is not finite. Steps double the work so far, up to a thousand
  /// times that work or a billion entries.
  void run_into_divergence() {
    constexpr std::uint64_t least_step = 1 << 16;
    const std::uint64_t most = std::max<std::uint64_t>(1000 * now_.progress.entries_touched, 1'000'000'000);
    while (running() && !measurement_.diverged && now_.progress.entries_touched < most) {
      advance(std::max(now_.progress.entries_touched, least_step));
      solver_.weights(w_);
      measurement_.diverged = !is_finite() || now_.progress.status == Status::diverged;
    }
  }

  /// False also at the target.
  bool running() const { return now_.progress.status == Status::running && !measurement_.at_target; }
  const Checkpoint& now() const { return now_; }
  std::uint64_t entries_touched() const { return now_.progress.entries_touched; }
  Measurement finish() { return std::move(measurement_); }

 private:
  bool is_finite() const {
    return std::ranges::all_of(w_, [](double w_j) { return std::isfinite(w_j); });
  }

  static constexpr double shortest_piece = 20;  // in readings of the clock
  // Small, because rows without entries take time but are not counted.
  static constexpr std::uint64_t first_piece = 64;
  static constexpr std::size_t checkpoints_a_dual = 5;
  Solver& solver_;
  const double most_seconds_;
  const OffTheClock beside_;
  CpuClock cpu_clock_{beside_.threads};
  const ProcessSolver* process_;  ///< set if other processes do its work
  const Communicating* sharing_;  ///< set if several processes can share its work
  bool works_at_once_;            ///< in several processes or threads
  SnapshotFile& snapshots_;
  std::vector<double> w_;
  double clock_cost_;
  double speed_ = 0;  ///< entries per second in the latest piece
  Checkpoint now_;
  Measurement measurement_;
};

}  // namespace

void read_through(std::span<const std::byte> bytes, std::size_t step) {
  volatile std::byte seen{};
  for (std::size_t at = 0; at < bytes.size(); at += step) seen = bytes[at];
  static_cast<void>(seen);
}

StopRule lasting_at(double target, std::function<double(std::span<const double> w)> suboptimality) {
  std::optional<double> arrival;  // empty unless the target has lasted so far
  return [=, suboptimality = std::move(suboptimality)](std::span<const double> w, double seconds) mutable {
    constexpr double lasting_share = 0.25;
    const double reached = suboptimality(w);
    if (!(reached <= lasting_factor * target)) arrival = std::nullopt;
    if (!arrival && reached <= target) arrival = seconds;
    return arrival && seconds >= (1 + lasting_share) * *arrival;
  };
}

Measurement measure(Solver& solver, const RunBudget& budget, std::uint64_t nonzeros, std::size_t n,
                    SnapshotFile& snapshots, const OffTheClock& beside) {
  const bool is_timed = budget.axis == Axis::cpu_seconds;
  Stopwatch run(solver, snapshots, n, beside, is_timed ? most_overrun * budget.amount : infinity);
  bool finite = run.checkpoint(false);
  if (budget.gap) {
    GapQuestions questions(solver, *budget.gap, nonzeros, beside.has_known_bound);
    bool is_asked = false;
    while (finite && run.running() && run.seconds() < budget.amount) {
      run.work_until(budget.amount, questions.next_look(run.entries_touched()));
      is_asked = questions.are_due(run.entries_touched());
      if (!is_asked) continue;
      const auto& proof = run.ask();
      finite = proof.has_value();
      if (finite) questions.note_failure(proof->rounded_gap(), run.entries_touched());
    }
    if (!is_asked) run.ask();
    run.checkpoint(true);
  } else if (is_timed) {
    for (const double seconds : budget.grid()) {
      if (!finite || !run.running()) break;
      if (run.seconds() >= seconds) continue;  // one step of the method passed several goals
      run.warm(seconds - run.seconds());
      run.work_until(seconds);
      finite = run.checkpoint(run.seconds() >= budget.amount);
    }
  } else {
    const auto entries_of = [&](double passes) {
      return static_cast<std::uint64_t>(std::llround(std::max(1.0, passes * static_cast<double>(nonzeros))));
    };
    for (const double passes : budget.grid()) {
      const std::uint64_t target = entries_of(passes);
      if (!finite || !run.running()) break;
      if (run.entries_touched() >= target) continue;
      const std::uint64_t entries = target - run.entries_touched();
      run.warm(run.seconds_for(entries));
      run.advance(entries);
      finite = run.checkpoint(run.entries_touched() >= entries_of(budget.amount));
    }
  }
  return run.finish();
}

Measurement measure_restarts(Solver& solver, double cpu_seconds, std::size_t n, SnapshotFile& snapshots,
                             const OffTheClock& beside) {
  Stopwatch run(solver, snapshots, n, beside);
  bool finite = run.checkpoint(false);
  while (finite && run.running() && run.now().cpu_seconds <= cpu_seconds) {
    if (!run.restart()) break;
    if (beside.prove) run.ask();
    finite = run.checkpoint(run.now().cpu_seconds > cpu_seconds);
  }
  return run.finish();
}

Measurement measure_again(Solver& solver, const FormerRun& former, std::size_t n, SnapshotFile& snapshots) {
  Stopwatch run(solver, snapshots, n);
  bool finite = run.checkpoint(false);
  for (std::size_t k = 1; k < former.entries_touched.size() && finite && run.running(); ++k) {
    const bool last = k + 1 == former.entries_touched.size();
    // A method may notice its end only when asked for more work.
    const std::uint64_t target = former.entries_touched[k] + (last && former.ended_itself ? 1 : 0);
    const std::uint64_t before = run.entries_touched();
    // After a step that was cut off, nothing is left to do. Changed code may have passed the target.
    if (target > before || target > former.entries_touched[k - 1])
      run.advance(target > before ? target - before : 1);
    finite = run.checkpoint(last && !former.diverged);
  }
  if (finite && former.diverged) run.run_into_divergence();
  return run.finish();
}

Measurement measure_restarts_again(Solver& solver, const FormerRun& former, std::size_t n,
                                   SnapshotFile& snapshots) {
  Stopwatch run(solver, snapshots, n);
  bool finite = run.checkpoint(false);
  for (std::size_t k = 1; k < former.entries_touched.size() && finite && run.running(); ++k) {
    if (!run.restart()) break;
    finite = run.checkpoint(k + 1 == former.entries_touched.size() && !former.diverged);
  }
  if (finite && former.diverged && run.running() && run.restart()) run.checkpoint(true);
  return run.finish();
}

}  // namespace descent
