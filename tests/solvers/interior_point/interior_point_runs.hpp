#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "datasets/matrix/line_products.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"

namespace descent::test {

/// The result of a finished run, as judged by Problem.
struct Optimum {
  Vector w;
  Vector a;
  double objective = 0;
  double lower_bound = 0;
  double gap = 0;  ///< relative
  std::uint64_t iterations = 0;
  Status status = Status::running;
};

inline constexpr double certified_to =
    1.1e-10;  ///< the default tolerance, and rounding in Problem's own sums
inline constexpr std::array both_regularizers{RegularizerKind::l1, RegularizerKind::l2};
inline constexpr std::array both_losses{LossKind::hinge, LossKind::epsilon_insensitive};

/// Runs a method to its end, at most 400 iterations, and checks what holds for any result: everything finite,
/// dual weights in the loss's domain, no bound above the objective.
inline Optimum solve_by(const std::string& method, const Problem& problem, const Given& given = {}) {
  const auto solver = start(method, problem, given);
  const Progress progress = advance_to(*solver, 400);
  REQUIRE(progress.status != Status::running);
  Optimum optimum;
  optimum.w = weights_of(*solver, problem);
  optimum.a.assign(solver->dual()->begin(), solver->dual()->end());
  optimum.objective = problem.objective(optimum.w);
  optimum.lower_bound = problem.lower_bound(optimum.a);
  optimum.gap = (optimum.objective - optimum.lower_bound) /
                std::max(optimum.objective, std::numeric_limits<double>::min());
  optimum.iterations = progress.updates;
  optimum.status = progress.status;
  for (const double w_j : optimum.w) REQUIRE(std::isfinite(w_j));
  const double least = problem.loss() == LossKind::hinge ? 0 : -1;
  for (const double a_i : optimum.a) REQUIRE((a_i >= least && a_i <= 1));
  REQUIRE(optimum.gap >= -1e-14);
  return optimum;
}

inline Optimum solve_by_interior_point(const Problem& problem, const Given& given = {}) {
  return solve_by("interior_point", problem, given);
}

/// Runs the method and checks its certificate.
inline Optimum certified(const Problem& problem) {
  const Optimum optimum = solve_by_interior_point(problem);
  CHECK(optimum.status == Status::converged);
  CHECK(optimum.gap < certified_to);
  return optimum;
}

/// Σ a_i row_i/m.
inline Vector mean_row(const Problem& problem, const Vector& a) {
  Vector v(static_cast<std::size_t>(problem.n()), 0.0);
  for (Index i = 0; i < problem.m(); ++i)
    add(problem.rows()[i], a[static_cast<std::size_t>(i)] / problem.m(), v.data());
  return v;
}

}  // namespace descent::test
