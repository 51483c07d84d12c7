#pragma once

#include <array>
#include <cmath>
#include <span>

#include "solvers/problem/loss.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

inline constexpr std::array smooth_losses{LossKind::squared_hinge, LossKind::logistic,
                                          LossKind::squared_epsilon_insensitive, LossKind::squared};
inline constexpr std::array hinge_and_smooth_losses{
    LossKind::hinge, LossKind::squared_hinge, LossKind::logistic, LossKind::squared_epsilon_insensitive};

/// A random sample for the loss with a constant feature as its last column: ±1 in classification, where rows
/// are multiplied by their labels.
inline Sample sample_with_intercept(LossKind loss, std::uint64_t seed, Index m, Index n) {
  Sample sample = random_sample_for(loss, seed, m, n, 0.6);
  Dense rows = dense(sample.rows);
  const bool classes = description_of(loss).task == Task::classification;
  Random random(seed);
  for (Vector& row : rows) row.push_back(classes && random.below(3) == 0 ? -1.0 : 1.0);
  return {sample_of(rows).rows, sample.labels};
}

/// Checks that the objective never rises, and that the run ends within so many walks, converged or stalled.
inline void check_descent(Solver& solver, const Problem& problem, int walks) {
  double before = problem.objective(weights_of(solver, problem));
  Progress progress;
  for (; walks > 0 && progress.status == Status::running; --walks) {
    progress = solver.advance(1);
    const double objective = problem.objective(weights_of(solver, problem));
    REQUIRE(objective <= before * (1 + 1e-14));
    before = objective;
  }
  CHECK((progress.status == Status::converged || progress.status == Status::stalled));
}

/// Calls `check` with small random problems of m rows, for every smooth loss under these regularisers, with
/// and without a free intercept.
template <class Check>
void for_each_problem(std::span<const RegularizerKind> regularizers, Index m, std::uint64_t seed,
                      const Check& check) {
  for (const LossKind loss : smooth_losses) {
    for (const RegularizerKind kind : regularizers) {
      for (const bool free_intercept : {false, true}) {
        CAPTURE(name_of(loss), name_of(kind), free_intercept, seed);
        const Sample sample = sample_with_intercept(loss, ++seed, m, 6);
        check(Problem(sample, loss, kind, 0.05, {.epsilon = 0.2, .free_intercept = free_intercept}));
      }
    }
  }
}

/// Calls `function` with the value of a smooth loss.
template <class Function>
auto with_smooth_loss(const Problem& problem, const Function& function) {
  switch (problem.loss()) {
    case LossKind::squared_hinge:
      return function(SquaredHinge{});
    case LossKind::logistic:
      return function(Logistic{});
    default:
      return function(SquaredEpsilonInsensitive{problem.epsilon()});
  }
}

/// Σ_i ℓ'(z_i) row_i from its definition.
inline Vector naive_loss_gradient(const Problem& problem, const Vector& w) {
  const Dense rows = dense(problem.rows());
  Vector g(w.size(), 0.0);
  with_smooth_loss(problem, [&](const auto& loss) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double derivative = loss.derivative(product(rows[i], w) - problem.target(static_cast<Index>(i)));
      for (std::size_t j = 0; j < g.size(); ++j) g[j] += derivative * rows[i][j];
    }
  });
  return g;
}

inline double norm2(const Vector& v) {
  return std::sqrt(product(v, v));
}

}  // namespace descent::test
