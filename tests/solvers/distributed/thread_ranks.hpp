#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// Threads in the place of processes: they add up as MPI does, in the order of ranks.
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

/// What a run in several processes has come to.
struct SharedRun {
  std::vector<Vector> weights;  ///< of each process
  Vector dual;                  ///< of all rows
  Progress progress;
  Communication communication;
};

/// Goes on for so many passes in each of several threads.
inline SharedRun run_in_threads(const std::string& name, const Problem& problem, int processes, double passes,
                                const Given& given = {}, std::uint64_t seed = 1) {
  const Method& method = find_method(name);
  ThreadRanks::Shared shared(processes);
  SharedRun run;
  run.weights.resize(static_cast<std::size_t>(processes));
  std::vector<Vector> dual(run.weights.size());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < processes; ++rank) {
    threads.emplace_back([&, rank] {
      const RowRange range = rows_of_part(problem.rows().starts(), rank, processes);
      std::vector<Index> lines;
      for (Index i = range.first; i < range.last; ++i) lines.push_back(i);
      const Sample sample = select_rows(problem.sample(), lines);
      const Problem own(sample, problem.loss(), problem.regularizer(), problem.lambda(), problem.details());
      ThreadRanks ranks(shared, rank);
      const auto solver = rank_solver(name, problem.loss(), problem.regularizer())(
          ProblemShare::part(own, problem.m(), problem.rows().nonzeros()),
          OptionValues(method.options, given), Random(seed), ranks);
      const Progress progress = advance_passes(*solver, problem, passes);
      run.weights[static_cast<std::size_t>(rank)] = weights_of(*solver, problem);
      const auto a = solver->dual().value();
      dual[static_cast<std::size_t>(rank)].assign(a.begin(), a.end());
      if (rank != 0) return;
      run.progress = progress;
      run.communication = ranks.communication();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Vector& part : dual) run.dual.insert(run.dual.end(), part.begin(), part.end());
  return run;
}

}  // namespace descent::test
