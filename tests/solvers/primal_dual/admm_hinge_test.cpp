#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("ADMM on hinge: the first iterations are the paper's") {
  const Sample sample = random_sample(81, 12, 3, 0.8);
  const Dense rows = dense(sample.rows);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const double kappa = problem.lambda() * problem.m();
  constexpr double rho = 0.7;
  const auto solver = start("admm_hinge", problem, {{"rho", rho}, {"balancing", false}});
  Vector w(3, 0.0);
  Vector u(12, 0.0);
  for (std::uint64_t t = 1; t <= 8; ++t) {
    Vector s(12);
    for (std::size_t i = 0; i < 12; ++i) {
      const double v = product(rows[i], w) + u[i];
      s[i] = minimise([&](double b) { return std::max(0.0, 1 - b) + rho / 2 * (b - v) * (b - v); }, v - 5,
                      v + 5);
      u[i] = v - s[i];
      CHECK(-rho * u[i] > -1e-6);
      CHECK(-rho * u[i] < 1 + 1e-6);
    }
    advance_to(*solver, t);
    const Vector found = weights_of(*solver, problem);
    // The objective of the w-update has slope 0 at its result.
    for (std::size_t j = 0; j < 3; ++j) {
      double slope = kappa * found[j];
      for (std::size_t i = 0; i < 12; ++i)
        slope += rho * rows[i][j] * (product(rows[i], found) - s[i] + u[i]);
      CHECK(std::abs(slope) < 1e-5);
    }
    w = found;
  }
}

TEST_CASE("ADMM on hinge: after balancing each part of a step uses the new rho, the factorisation too") {
  const Sample sample = random_sample(81, 12, 3, 0.8);
  const Dense rows = dense(sample.rows);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  const double kappa = problem.lambda() * problem.m();
  const auto solver = start("admm_hinge", problem, {{"rho", 1000.0}});
  advance_to(*solver, 11);  // halved in the tenth iteration
  constexpr double rho = 500;
  const Vector w = weights_of(*solver, problem);
  const auto a_of_solver = solver->dual().value();
  const Vector a(a_of_solver.begin(), a_of_solver.end());
  advance_to(*solver, 12);
  const Vector next = weights_of(*solver, problem);
  const auto next_a = solver->dual().value();
  // The function that the w-update minimises has no slope there, with s = Zw − (a − a⁺)/ρ.
  for (std::size_t j = 0; j < 3; ++j) {
    double slope = kappa * next[j];
    for (std::size_t i = 0; i < 12; ++i)
      slope += rows[i][j] * (rho * (product(rows[i], next) - product(rows[i], w)) + a[i] - 2 * next_a[i]);
    CHECK(std::abs(slope) < 1e-9);
  }
  CHECK(difference(w, next) > 1e-6);
}

TEST_CASE("ADMM on hinge: it proves the optimum, with a factorisation and with conjugate gradients") {
  for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
    for (const double lambda : {1e-3, 1e-2, 0.3}) {
      for (const char* solve : {"cholesky", "conjugate_gradients"}) {
        for (const bool balancing : {false, true}) {
          CAPTURE(name_of(kind), lambda, solve, balancing);
          const Sample sample = random_sample(82, 60, 8);
          const Problem problem(sample, LossKind::hinge, kind, lambda);
          const auto solver = start("admm_hinge", problem, {{"solve", solve}, {"balancing", balancing}});
          const Progress progress = advance_passes(*solver, problem, 600'000);
          CHECK(progress.status == Status::converged);
          CHECK(certified_gap(*solver, problem) <= 1e-8);
        }
      }
    }
  }
}

TEST_CASE("ADMM on hinge: a factorisation that memory may not hold is refused in words") {
  const Sample wide = random_sample(83, 4, 10'001, 0.001);
  const Problem problem(wide, LossKind::hinge, RegularizerKind::l2, 0.1);
  CHECK_THROWS_WITH(start("admm_hinge", problem, {{"solve", "cholesky"}}),
                    ContainsSubstring("10001 x 10001") && ContainsSubstring("conjugate_gradients"));
  CHECK_NOTHROW(start("admm_hinge", problem));
}
