#include "experiments/measure/measured_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "experiments/plan/plan.hpp"
#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/process_solver.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// A method of one weight that counts its updates, in steps of fixed size in entries.
class CountingSolver : public Solver, public EstimatesGap {
 public:
  explicit CountingSolver(std::uint64_t step, double seconds_a_step = 0)
      : step_(step), seconds_a_step_(seconds_a_step) {}

  Progress advance(std::uint64_t entries) override {
    asked.push_back(entries);
    const std::uint64_t target = progress_.entries_touched + entries;
    while (progress_.entries_touched < target && progress_.status == Status::running) {
      const double start = thread_cpu_seconds();
      while (seconds_a_step_ > 0 && thread_cpu_seconds() - start < seconds_a_step_) {
      }
      progress_.entries_touched += step_;
      ++progress_.updates;
      if (progress_.updates == last_update) progress_.status = Status::converged;
    }
    return progress_;
  }

  void weights(std::span<double> w) const override {
    const double start = thread_cpu_seconds();
    while (seconds_a_copy > 0 && thread_cpu_seconds() - start < seconds_a_copy) continue;
    w[0] = progress_.updates >= first_infinite ? infinity : static_cast<double>(progress_.updates);
  }

  std::optional<std::span<const double>> dual() const override { return dual_weights; }
  double estimated_gap() const override { return estimate(static_cast<double>(progress_.updates)); }

  std::function<double(double updates)> estimate = [](double) { return infinity; };
  std::vector<std::uint64_t> asked;  ///< one element per call
  std::vector<double> dual_weights{0.5};
  double seconds_a_copy = 0;
  std::uint64_t last_update = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t first_infinite = std::numeric_limits<std::uint64_t>::max();

 private:
  std::uint64_t step_;
  double seconds_a_step_;
  Progress progress_;
};

/// A restarting method: run k takes the k-th of these times and makes k updates, the worst one 100.
class RestartingSolver : public Solver {
 public:
  explicit RestartingSolver(std::vector<double> seconds) : seconds_(std::move(seconds)) {}

  Progress advance(std::uint64_t) override {
    const double start = thread_cpu_seconds();
    while (thread_cpu_seconds() - start < seconds_[runs_]) {
    }
    ++runs_;
    const std::uint64_t work = runs_ == worst_run ? 1000 : 10 * runs_;
    return {work, work / 10, runs_ == seconds_.size() ? Status::converged : Status::running};
  }

  void weights(std::span<double> w) const override {
    w[0] = runs_ == infinite_run ? infinity : static_cast<double>(runs_);
  }

  std::size_t worst_run = 0;
  std::size_t infinite_run = 1000;

 private:
  std::vector<double> seconds_;
  std::size_t runs_ = 0;
};

/// A method that waits for other threads: a millisecond of wall time for each entry, and no CPU time.
class WaitingSolver : public Solver {
 public:
  Progress advance(std::uint64_t) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++progress_.entries_touched;
    if (++progress_.updates == 100) progress_.status = Status::converged;
    return progress_;
  }
  void weights(std::span<double> w) const override { w[0] = 1; }

 private:
  Progress progress_;
};

/// A method whose work other processes do, at this cost per call.
class ElsewhereSolver : public ProcessSolver {
 public:
  Progress advance(std::uint64_t entries) override {
    progress_.entries_touched += entries;
    return progress_;
  }
  void weights(std::span<double> w) const override { w[0] = 1; }
  std::optional<ProcessCost> cost() const override {
    return ProcessCost{.cpu_seconds = 1.5, .setup_seconds = 0.25, .wall_seconds = 7};
  }
  void start(double) override {}

 private:
  Progress progress_;
};

/// A measurement with its stored iterates.
struct Measured : Measurement {
  std::vector<double> iterates;
  std::vector<bool> with_dual;

  std::vector<std::uint64_t> nonzeros() const {
    std::vector<std::uint64_t> amounts;
    for (const Checkpoint& checkpoint : checkpoints) amounts.push_back(checkpoint.progress.entries_touched);
    return amounts;
  }
};

/// Measurement by `run`, with the iterates that it stores in the given file.
template <class Run>
Measured with_iterates(const Run& run) {
  const test::TemporaryFolder folder;
  SnapshotFile snapshots(folder.path());
  Measured all;
  static_cast<Measurement&>(all) = run(snapshots);
  std::vector<double> w;
  std::vector<double> dual;
  for (std::size_t k = 0; k < all.checkpoints.size(); ++k) {
    w = snapshots.weights(k);
    dual = snapshots.dual(k);
    all.iterates.push_back(w[0]);
    all.with_dual.push_back(!dual.empty());
  }
  return all;
}

Measured measured(Solver& solver, const RunBudget& budget, std::uint64_t nonzeros_a_pass) {
  return with_iterates(
      [&](SnapshotFile& snapshots) { return measure(solver, budget, nonzeros_a_pass, 1, snapshots); });
}

Measured measured_restarts(Solver& solver, double cpu_seconds) {
  return with_iterates(
      [&](SnapshotFile& snapshots) { return measure_restarts(solver, cpu_seconds, 1, snapshots); });
}

using Amounts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("what other processes have worked and waited is theirs to say") {
  ElsewhereSolver solver;
  const Measured measurement = measured(solver, {Axis::passes, 1, 1}, 100);
  REQUIRE(measurement.checkpoints.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(measurement.checkpoints[k].cpu_seconds == 1.5 * static_cast<double>(k));
    CHECK(measurement.checkpoints[k].wall_seconds == 7 * static_cast<double>(k));
    CHECK(measurement.checkpoints[k].setup_seconds.value_or(0) == (k == 0 ? 0 : 0.25));
  }
}

TEST_CASE("copies of iterates are not charged, and threads have the budget as wall time") {
  CountingSolver copying(1);
  copying.seconds_a_copy = 0.002;
  const Measured run = measured(copying, {Axis::passes, 10, 1}, 100);
  CHECK(run.copy_seconds >= 5 * 0.002);
  CHECK(run.checkpoints.back().cpu_seconds < run.copy_seconds / 2);

  WaitingSolver waiting;
  const Measured in_threads = with_iterates([&](SnapshotFile& snapshots) {
    return measure(waiting, {Axis::cpu_seconds, 0.02, 1}, 100, 1, snapshots, {.threads = 2});
  });
  const Checkpoint& last = in_threads.checkpoints.back();
  CHECK(last.wall_seconds >= 0.02);
  CHECK(last.progress.updates <= 20);
}

TEST_CASE("work is checked at geometric amounts, each reached by one call, with w = 0 first") {
  CountingSolver solver(1);
  const Measured run = measured(solver, {Axis::passes, 10, 1}, 1000);
  CHECK(run.nonzeros() == Amounts{0, 1, 10, 100, 1000, 10'000});
  CHECK(solver.asked == Amounts{1, 9, 90, 900, 9000});
  CHECK(run.iterates == std::vector<double>{0, 1, 10, 100, 1000, 10'000});
  CHECK_FALSE(run.diverged);
  CHECK(run.checkpoints.front().cpu_seconds == 0);
  CHECK(run.checkpoints.front().progress.updates == 0);
}

TEST_CASE("a longer run has the checkpoints of a shorter one, but for its end") {
  for (const Axis axis : {Axis::passes, Axis::cpu_seconds}) {
    const std::vector<double> longer = RunBudget{axis, 400}.grid();
    for (const double amount : {40.0, 3.3, 1e-6}) {
      std::vector<double> shorter = RunBudget{axis, amount}.grid();
      CHECK(shorter.back() == amount);
      shorter.pop_back();
      CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
      CHECK(longer[shorter.size()] >= amount);
    }
  }
}

TEST_CASE("a run ends at its target when it has lasted for a quarter of its time, with dual weights") {
  // The suboptimality by the number of updates, checkpoints at 1, 2, 3, 6, 10, 18, 32, 56, 100, 178, 316, 562
  // … 4096.
  const auto checkpoints_until = [](const std::function<double(double)>& suboptimality, double target) {
    CountingSolver solver(1, 1e-5);
    const StopRule rule = lasting_at(target, [&](std::span<const double> w) { return suboptimality(w[0]); });
    const Measured run = with_iterates([&](SnapshotFile& snapshots) {
      return measure(solver, {Axis::passes, 4.096, 4}, 1000, 1, snapshots, {rule});
    });
    CHECK(run.with_dual.back());
    CHECK(run.at_target == (run.iterates.back() < 4096));
    return run.iterates.back();
  };
  CHECK(checkpoints_until([](double updates) { return 1 / updates; }, 1.0 / 60) == 178);  // there at 100
  CHECK(checkpoints_until([](double) { return 1.0; }, 0.5) == 4096);
  // It leaves the target again at 178, and is there to stay from 316 on.
  CHECK(checkpoints_until([](double updates) { return updates == 178 ? 1 : 1 / updates; }, 1.0 / 60) == 562);
  // Within twice the target it has lasted.
  CHECK(checkpoints_until([](double updates) { return updates == 178 ? 1.9 / 60 : 1 / updates; }, 1.0 / 60) ==
        178);
  CHECK(checkpoints_until([](double) { return std::nan(""); }, 0.5) == 4096);
  // w = 0 does not end it, even within the target.
  CHECK(checkpoints_until([](double) { return 0.1; }, 0.5) >= 2);
}

namespace {

/// A run until a gap of 1e-3, where gap(updates) is proved, and the updates when it was asked.
struct AskedRun {
  Measured run;
  std::vector<double> asked;
};

struct Asking {
  double seconds = 600;
  bool has_known_bound = false;
  double upper_bound = 1;  ///< of F = 1, while the gap is too large
};

AskedRun asked_run(CountingSolver& solver, const std::function<double(double)>& gap, Asking asking = {}) {
  AskedRun result;
  OffTheClock beside{.has_known_bound = asking.has_known_bound};
  beside.prove = [&](const Solver&, std::span<const double> w) {
    result.asked.push_back(w[0]);
    const bool is_enough = gap(w[0]) <= 1e-3;
    return GapProof{{.objective = 1}, is_enough ? 1 : asking.upper_bound, 1 - gap(w[0]), is_enough};
  };
  result.run = with_iterates([&](SnapshotFile& snapshots) {
    return measure(solver, {.amount = asking.seconds, .gap = 1e-3}, 100, 1, snapshots, beside);
  });
  return result;
}

}  // namespace

TEST_CASE("a gap is asked for after the same work on any machine, until it is proved or time is over") {
  const auto gap = [](double updates) { return updates < 5000 ? 1.0 : 1e-4; };
  for (const double seconds_a_step : {0.0, 1e-6, 1e-5}) {
    CountingSolver solver(1, seconds_a_step);
    const AskedRun asked = asked_run(solver, gap);
    // At the first looks after 16, 32 and 64 passes.
    CHECK(asked.asked == std::vector<double>{1689, 3489, 7215});
    CHECK(asked.run.iterates == std::vector<double>{0, 7215});
    CHECK(asked.run.at_target);
    REQUIRE(asked.run.proof);
    CHECK(asked.run.proof->relative_gap() == Approx(1e-4));
    CHECK_FALSE(asked.run.with_dual.back());  // the bound is there already
  }
  CountingSolver slow(1, 1e-4);
  const AskedRun out_of_time = asked_run(slow, gap, {.seconds = 0.025});
  CHECK_FALSE(out_of_time.run.at_target);
  CHECK(out_of_time.asked == std::vector<double>{out_of_time.run.iterates.back()});
  CHECK(out_of_time.run.proof->relative_gap() == 1);
}

TEST_CASE("a gap is asked for at fixed work if it is proved before the estimate is small, or has none") {
  const auto gap = [](double updates) { return updates < 5000 ? 1.0 : 1e-4; };
  const auto asked_with = [&](double estimate, bool has_known_bound) {
    CountingSolver solver(1);
    solver.estimate = [=](double) { return estimate; };
    return asked_run(solver, gap, {.has_known_bound = has_known_bound}).asked;
  };
  const std::vector<double> at_fixed_work{1689, 3489, 7215};
  CHECK(asked_with(0.5, true) == at_fixed_work);
  CHECK(asked_with(std::nan(""), false) == at_fixed_work);
}

TEST_CASE("trust in an estimate falls by the gap that was found, even if its upper bound is infinite") {
  CountingSolver solver(1);
  solver.estimate = [](double updates) { return 0.6 / updates; };
  const auto gap = [](double updates) { return 1 / updates; };
  const std::vector<double> asked = asked_run(solver, gap, {.upper_bound = infinity}).asked;
  REQUIRE(asked.size() == 2);
  CHECK(asked[0] == Approx(600).margin(50));
  CHECK(asked[1] == Approx(1000).margin(70));
}

TEST_CASE("a method's estimate leads to the proof, and later if it was wrong") {
  const auto asked_with = [](double factor, double from = 0) {
    CountingSolver solver(1);
    solver.estimate = [=](double updates) { return updates < from ? infinity : factor / updates; };
    return asked_run(solver, [](double updates) { return 1 / updates; }).asked;
  };
  REQUIRE(asked_with(1).size() == 1);
  CHECK(asked_with(1).front() == Approx(1000).margin(70));
  CHECK(asked_with(2).front() == Approx(2000).margin(130));  // too cautious
  const std::vector<double> optimistic = asked_with(0.25);
  REQUIRE(optimistic.size() == 3);
  CHECK(optimistic[0] == Approx(250).margin(50));
  CHECK(optimistic[1] == Approx(2 * optimistic[0]).margin(50));  // after twice the work in any case
  CHECK(optimistic[2] == Approx(1000).margin(70));
  // Always "proved": no sooner than after a quarter more work each time.
  const std::vector<double> hopeless = asked_with(0);
  CHECK(hopeless.front() == 25);
  for (std::size_t k = 1; k < hopeless.size(); ++k) CHECK(hopeless[k] >= 1.25 * hopeless[k - 1]);
  CHECK(asked_with(1, 500).front() == Approx(1000).margin(100));

  CountingSolver converging(1);
  converging.last_update = 250;
  converging.estimate = [](double) { return 1.0; };
  CHECK(asked_run(converging, [](double) { return 0.5; }).asked == std::vector<double>{250});
  CountingSolver diverging(1);
  diverging.first_infinite = 150;
  diverging.estimate = [](double) { return 0.0; };
  const AskedRun diverged = asked_run(diverging, [](double) { return 0.5; });
  CHECK(diverged.run.diverged);
  CHECK_FALSE(diverged.run.proof);
  CHECK(diverged.run.iterates == std::vector<double>{0});
}

TEST_CASE("a step that jumps over several checkpoints leaves one") {
  CountingSolver solver(700);
  const Measured run = measured(solver, {Axis::passes, 10, 2}, 1000);
  // targets 1, 3, 10, 32, 100, 316, 1000, 3162 and 10,000
  CHECK(run.nonzeros() == Amounts{0, 700, 1400, 3500, 10'500});
  CHECK(solver.asked == Amounts{1, 1000 - 700, 3162 - 1400, 10'000 - 3500});
  CHECK(run.iterates == std::vector<double>{0, 1, 2, 5, 15});
}

TEST_CASE("a budget below one entry is one step") {
  CountingSolver solver(3);
  const Measured run = measured(solver, {Axis::passes, 1e-9, 50}, 10);
  CHECK(run.nonzeros() == Amounts{0, 3});
}

TEST_CASE("dual weights are set aside now and then, and always at the end") {
  // 3.3 passes over 7 entries are 23.1: the last checkpoint is at 23.
  for (const double passes : {100.0, 3.3, 1.05}) {
    CAPTURE(passes);
    CountingSolver solver(1);
    const Measured run = measured(solver, {Axis::passes, passes, 13}, 7);
    CHECK(run.with_dual.front());
    CHECK(run.with_dual.back());
    CHECK(std::count(run.with_dual.begin(), run.with_dual.end(), true) <= 2 + std::ssize(run.with_dual) / 5);
  }
  CountingSolver converging(1);
  converging.last_update = 3;
  CHECK(measured(converging, {Axis::passes, 100, 13}, 7).with_dual.back());
  CountingSolver timed(1'000, 1e-4);
  CHECK(measured(timed, {Axis::cpu_seconds, 0.003, 5}, 7).with_dual.back());
}

TEST_CASE("a method that converges is left alone, at its last iterate") {
  CountingSolver solver(1);
  solver.last_update = 40;
  const Measured run = measured(solver, {Axis::passes, 10, 1}, 1000);
  CHECK(run.nonzeros() == Amounts{0, 1, 10, 40});
  CHECK(solver.asked == Amounts{1, 9, 90});
  CHECK(run.checkpoints.back().progress.status == Status::converged);
  CHECK_FALSE(run.diverged);
}

TEST_CASE("a repeated run asks for the end that its method noticed when it was asked for more work") {
  /// Notices after 40 updates that there is nothing left to do.
  struct LateSolver : CountingSolver {
    LateSolver() : CountingSolver(1) {}
    Progress advance(std::uint64_t entries) override {
      const std::uint64_t left = std::min(entries, 40 - progress.entries_touched);
      progress = CountingSolver::advance(left);
      if (left < entries) progress.status = Status::converged;
      return progress;
    }
    Progress progress;
  };
  LateSolver solver;
  const Measured run = measured(solver, {Axis::passes, 0.1, 1}, 1000);
  REQUIRE(run.nonzeros() == Amounts{0, 1, 10, 40});
  REQUIRE(run.checkpoints.back().progress.status == Status::converged);
  LateSolver again;
  const Measured repeated = with_iterates([&](SnapshotFile& snapshots) {
    return measure_again(again, {run.nonzeros(), true}, 1, snapshots);
  });
  CHECK(repeated.nonzeros() == run.nonzeros());
  CHECK(repeated.iterates == run.iterates);
  CHECK(repeated.checkpoints.back().progress.status == Status::converged);
}

TEST_CASE("an iterate that is not finite ends the run and is no checkpoint") {
  CountingSolver solver(1);
  solver.first_infinite = 50;
  const Measured run = measured(solver, {Axis::passes, 10, 1}, 1000);
  CHECK(run.diverged);
  CHECK(run.nonzeros() == Amounts{0, 1, 10});
  CHECK(solver.asked.size() == 3);
}

TEST_CASE("CPU time is checked at geometric times, no two checkpoints between the same") {
  const RunBudget budget{Axis::cpu_seconds, 0.02, 2};
  const std::vector<double> grid = budget.grid();
  CountingSolver solver(1'000, 2e-5);
  const Measured run = measured(solver, budget, 1000);
  REQUIRE(run.checkpoints.size() >= 2);
  CHECK(run.checkpoints.size() <= grid.size() + 1);
  CHECK(run.checkpoints.back().cpu_seconds >= budget.amount);
  std::vector<std::ptrdiff_t> passed;  // grid points at or before each checkpoint
  for (const Checkpoint& checkpoint : run.checkpoints)
    passed.push_back(
        std::ranges::count_if(grid, [&](double point) { return point <= checkpoint.cpu_seconds; }));
  CHECK(passed.front() == 0);
  CHECK(passed.back() == std::ssize(grid));
  CHECK(std::adjacent_find(passed.begin(), passed.end(), std::greater_equal<>()) == passed.end());
  CHECK(run.clock_seconds > 0);
}

TEST_CASE("one step that is longer than the whole budget is one checkpoint") {
  CountingSolver solver(1'000'000, 0.01);
  const Measured run = measured(solver, {Axis::cpu_seconds, 0.005, 50}, 1000);
  CHECK(run.nonzeros() == Amounts{0, 1'000'000});
  CHECK(run.checkpoints.back().cpu_seconds >= 0.01);
}

TEST_CASE(
    "a budget below the first millisecond is one checkpoint, a converged method ends before the budget") {
  CountingSolver solver(100);
  const Measured run = measured(solver, {Axis::cpu_seconds, 1e-7, 50}, 1000);
  CHECK(run.checkpoints.size() == 2);

  CountingSolver converging(1);
  converging.last_update = 5;
  const Measured short_run = measured(converging, {Axis::cpu_seconds, 3600, 50}, 1000);
  CHECK(short_run.nonzeros() == Amounts{0, 5});
  CHECK(short_run.checkpoints.back().progress.status == Status::converged);
}

TEST_CASE("each run of a method that restarts is a checkpoint with its own time, w = 0 first") {
  RestartingSolver solver({1e-3, 2e-3, 4e-3});
  const Measured run = measured_restarts(solver, 3600);
  CHECK(run.iterates == std::vector<double>{0, 1, 2, 3});
  CHECK(run.nonzeros() == Amounts{0, 10, 20, 30});
  CHECK(run.checkpoints[0].cpu_seconds == 0);
  CHECK(run.checkpoints[1].cpu_seconds >= 1e-3);
  CHECK(run.checkpoints[2].cpu_seconds >= 2e-3);
  CHECK(run.checkpoints[3].cpu_seconds >= 4e-3);
  CHECK(run.checkpoints[3].cpu_seconds < 7e-3);  // not the sum
  CHECK(run.checkpoints.back().progress.status == Status::converged);
}

TEST_CASE("a run that took longer than the next one is billed to that one as well") {
  // Long enough that the system delays no short run by more.
  RestartingSolver solver({1e-3, 0.2, 1e-3, 1e-3});
  solver.worst_run = 2;
  const Measured run = measured_restarts(solver, 3600);
  REQUIRE(run.checkpoints.size() == 5);
  CHECK(run.checkpoints[2].cpu_seconds > run.checkpoints[1].cpu_seconds);
  for (const std::size_t k : {3U, 4U}) {
    CHECK(run.checkpoints[k].cpu_seconds == run.checkpoints[2].cpu_seconds);
    CHECK(run.checkpoints[k].wall_seconds == run.checkpoints[2].wall_seconds);
  }
  CHECK(run.nonzeros() == Amounts{0, 10, 1000, 1000, 1000});
  CHECK(run.checkpoints[4].progress.updates == 100);
}

TEST_CASE("the first run beyond the budget is kept and is the last, a run that is not finite is not kept") {
  RestartingSolver solver({1e-4, 3e-3, 1e-4});
  const Measured run = measured_restarts(solver, 2e-3);
  CHECK(run.iterates == std::vector<double>{0, 1, 2});
  CHECK(run.checkpoints.back().cpu_seconds > 2e-3);
  CHECK(run.checkpoints.back().progress.status == Status::running);

  RestartingSolver diverging({1e-4, 1e-4, 1e-4});
  diverging.infinite_run = 2;
  const Measured broken = measured_restarts(diverging, 3600);
  CHECK(broken.diverged);
  CHECK(broken.iterates == std::vector<double>{0, 1});
}
