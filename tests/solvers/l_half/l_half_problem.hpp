#pragma once

#include <cmath>
#include <optional>

#include "datasets/matrix/line_products.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

inline Problem l_half_problem(const Sample& sample, double lambda, bool free_intercept = false) {
  return Problem(sample, LossKind::logistic, RegularizerKind::l_half, lambda,
                 {.free_intercept = free_intercept});
}

/// The sample with an additional column, the constant feature 1 (times the label, as rows are stored).
inline Sample with_intercept(const Sample& sample) {
  Dense rows = dense(sample.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(sample.labels[i]);
  Sample wider = sample_of(rows);
  wider.labels = sample.labels;
  return wider;
}

/// A random sample whose labels are +1 and −1.
inline Sample labelled_random_sample(std::uint64_t seed, Index m, Index n) {
  Sample sample = random_sample(seed, m, n);
  Random random(seed + 1);
  for (double& label : sample.labels) label = random.uniform() < 0.7 ? 1 : -1;
  return sample;
}

/// Gradient of the mean logistic loss, from its definition.
inline Vector loss_gradient(const Problem& problem, const Vector& w) {
  Vector gradient(w.size(), 0.0);
  for (Index i = 0; i < problem.m(); ++i) {
    const double z = dot(problem.rows()[i], w.data());
    add(problem.rows()[i], -1 / (1 + std::exp(z)) / problem.m(), gradient.data());
  }
  return gradient;
}

/// F at the weights after each of their changes: once an outer iteration.
inline Vector objectives_of_iterations(Solver& solver, const Problem& problem, double passes) {
  Vector w = weights_of(solver, problem);
  Vector objectives{problem.objective(w)};
  const auto most = static_cast<std::uint64_t>(passes * static_cast<double>(problem.rows().nonzeros()));
  Progress progress;
  while (progress.entries_touched < most && progress.status == Status::running) {
    progress = solver.advance(1);
    Vector after = weights_of(solver, problem);
    if (after != w) objectives.push_back(problem.objective(after));
    w = std::move(after);
  }
  return objectives;
}

}  // namespace descent::test
