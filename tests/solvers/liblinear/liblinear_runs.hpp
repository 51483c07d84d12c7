#pragma once

#include "solvers/liblinear/liblinear_problem.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// The sample with these classes: only LIBLINEAR sees a row's class, since our rows hold y_i x_i.
inline Sample with_labels(Sample sample, const std::vector<double>& pattern) {
  for (std::size_t i = 0; i < sample.labels.size(); ++i) sample.labels[i] = pattern[i % pattern.size()];
  return sample;
}

/// A small problem for the solver, with the class +1 or −1 first.
inline Sample sample_for(const LiblinearSolver& solver, std::uint64_t seed) {
  const Sample sample = random_sample_for(solver.loss, seed, 60, 8);
  if (description_of(solver.loss).task == Task::regression) return sample;
  return with_labels(sample, seed % 2 == 0 ? Vector{1, -1, -1} : Vector{-1, 1});
}

inline Given solver_option(int number) {
  return {{"solver", static_cast<double>(number)}};
}

/// Objectives after each training.
inline Vector objectives_of(Solver& solver, const Problem& problem) {
  Vector objectives;
  for (Progress progress; progress.status == Status::running;) {
    progress = solver.advance(0);
    objectives.push_back(problem.objective(weights_of(solver, problem)));
  }
  return objectives;
}

}  // namespace descent::test
