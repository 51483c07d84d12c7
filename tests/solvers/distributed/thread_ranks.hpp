#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "solvers/distributed/distributed_method.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// Threads in place of processes: they add up in the order of ranks, as MPI does.
class ThreadRanks : public Ranks {
 public:
  struct Shared {
    explicit Shared(int count) : size(count), barrier(count), values(static_cast<std::size_t>(count)) {}
    int size;
    std::barrier<> barrier;
    std::vector<std::span<double>> values;
    Vector sums;
  };

  ThreadRanks(Shared& shared, int rank) : shared_(shared), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return shared_.size; }

 private:
  void add_up(std::span<double> values) override {
    shared_.values[static_cast<std::size_t>(rank_)] = values;
    shared_.barrier.arrive_and_wait();
    if (rank_ == 0) {
      shared_.sums.assign(values.size(), 0);
      for (const std::span<double> each : shared_.values)
        for (std::size_t j = 0; j < each.size(); ++j) shared_.sums[j] += each[j];
    }
    shared_.barrier.arrive_and_wait();
    std::ranges::copy(shared_.sums, values.begin());
    shared_.barrier.arrive_and_wait();
  }

  Shared& shared_;
  int rank_;
};

/// The result of a run in several processes.
struct SharedRun {
  std::vector<Vector> weights;  ///< of each process; if columns are shared, the one common iterate
  std::vector<Vector> duals;    ///< of each process
  Vector dual;                  ///< of all rows
  Progress progress;
  Communication communication;
};

/// A process's part of a problem's rows.
inline Sample part_of(const Problem& problem, Shared shared, int rank, int processes) {
  if (shared == Shared::columns) return columns_of_part(problem.sample(), rank, processes);
  const RowRange range = rows_of_part(problem.rows().starts(), rank, processes);
  std::vector<Index> lines;
  for (Index i = range.first; i < range.last; ++i) lines.push_back(i);
  return select_rows(problem.sample(), lines);
}

/// Runs this many passes in each of several threads.
inline SharedRun run_in_threads(const std::string& name, const Problem& problem, int processes, double passes,
                                const Given& given = {}, std::uint64_t seed = 1) {
  const Method& method = find_method(name);
  ThreadRanks::Shared shared(processes);
  SharedRun run;
  run.weights.resize(static_cast<std::size_t>(processes));
  run.duals.resize(run.weights.size());
  const RankCapability& solved = rank_solver(name, problem.loss(), problem.regularizer());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < processes; ++rank) {
    threads.emplace_back([&, rank] {
      const Sample sample = part_of(problem, solved.shared, rank, processes);
      const Problem own(sample, problem.loss(), problem.regularizer(), problem.lambda(), problem.details());
      ThreadRanks ranks(shared, rank);
      const auto solver = solved.make(ProblemShare::part(own, problem.m(), problem.rows().nonzeros()),
                                      OptionValues(method.options, given), Random(seed), ranks);
      const Progress progress = advance_passes(*solver, problem, passes);
      run.weights[static_cast<std::size_t>(rank)] = weights_of(*solver, problem);
      const auto a = solver->dual().value();
      run.duals[static_cast<std::size_t>(rank)].assign(a.begin(), a.end());
      if (rank != 0) return;
      run.progress = progress;
      run.communication = ranks.communication();
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (solved.shared == Shared::rows) {
    for (const Vector& part : run.duals) run.dual.insert(run.dual.end(), part.begin(), part.end());
  } else {
    run.dual = run.duals.front();
    Vector w(run.weights.front().size(), 0.0);
    for (const Vector& own : run.weights)
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += own[j];
    run.weights = {w};
  }
  return run;
}

}  // namespace descent::test
