// The interior point method as a reference for the ε-insensitive loss: certified optima on real and random
// data, held against the conditions of optimality, brute force and coordinate descent.

#include <cmath>

#include "solvers/interior_point/piecewise_linear_interior_point.hpp"
#include "support/errors.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/interior_point/interior_point_svr_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// 0 ∈ ∂F(w) by way of a: −a_i is a subgradient of the loss at row i's residual, and v = Σ a_i x_i/m one of λ
/// R at w.
void check_optimality(const Problem& problem, const Optimum& optimum) {
  const double slack = 1e-4;
  const Dense rows = dense(problem.rows());
  Vector v(optimum.w.size(), 0.0);
  double violations = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double residual = product(rows[i], optimum.w) - problem.sample().labels[i];
    const double a_i = optimum.a[i];
    const double outside = std::abs(residual) - problem.epsilon();
    if (outside > slack) violations += std::abs(a_i + std::copysign(1.0, residual)) > slack;
    if (outside < -slack) violations += std::abs(a_i) > slack;
    if (problem.epsilon() > slack) violations += a_i * residual > slack;
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += a_i * rows[i][j] / problem.m();
  }
  CHECK(violations == 0);
  const double lambda = problem.lambda();
  for (std::size_t j = 0; j < v.size(); ++j) {
    CAPTURE(j, optimum.w[j], v[j] / lambda);
    if (problem.regularizer() == RegularizerKind::l2) {
      CHECK(v[j] == Approx(lambda * optimum.w[j]).margin(1e-4 * lambda));
    } else {
      CHECK(std::abs(v[j]) <= lambda * (1 + 1e-6));
      if (optimum.w[j] != 0) CHECK(v[j] == Approx(std::copysign(lambda, optimum.w[j])).epsilon(1e-4));
    }
  }
}

}  // namespace

TEST_CASE("interior point, SVR: real data with every usual lambda is certified to 1e-10") {
  for (const std::string file : {"abalone", "cadata.bz2"}) {
    const auto sample = regression_file(file);
    if (!sample) continue;
    for (const RegularizerKind kind : both_regularizers) {
      for (const double factor : {0.01, 0.1, 1.0, 10.0}) {
        CAPTURE(file, name_of(kind), factor);
        const Problem problem = svr_problem(*sample, kind, factor / sample->rows.outer_size());
        const Optimum optimum = solve_by_interior_point(problem);
        CHECK(optimum.status == Status::converged);
        CHECK(optimum.gap < 1.1e-10);
        CHECK(optimum.iterations < 40);
        check_optimality(problem, optimum);
      }
    }
  }
}

TEST_CASE("interior point, SVR: random problems of many shapes are certified") {
  struct Shape {
    Index m;
    Index n;
    double share;
  };
  for (const Shape& shape :
       {Shape{200, 20, 0.3}, Shape{20, 60, 0.3}, Shape{50, 50, 1.0}, Shape{300, 5, 0.8}}) {
    const Sample sample = random_regression_sample(121, shape.m, shape.n, shape.share);
    for (const RegularizerKind kind : both_regularizers) {
      for (const double lambda : {1e-4, 1e-2, 0.1}) {
        for (const double epsilon : {0.01, 0.5}) {
          CAPTURE(shape.m, shape.n, name_of(kind), lambda, epsilon);
          const Problem problem = svr_problem(sample, kind, lambda, epsilon);
          const Optimum optimum = solve_by_interior_point(problem);
          CHECK(optimum.status == Status::converged);
          CHECK(optimum.gap < 1.1e-10);
          CHECK(optimum.objective == Approx(naive_objective(problem, optimum.w)).epsilon(1e-12));
          check_optimality(problem, optimum);
        }
      }
    }
  }
}

TEST_CASE("interior point, SVR: with two columns brute force finds the same optimum") {
  const Sample sample = random_regression_sample(122, 25, 2, 0.9);
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {0.01, 0.2, 0.6}) {
      for (const double epsilon : {0.0, 0.4}) {
        CAPTURE(name_of(kind), lambda, epsilon);
        const Problem problem = svr_problem(sample, kind, lambda, epsilon);
        const auto second_of = [&](double first) {
          return minimise([&](double second) { return naive_objective(problem, {first, second}); }, -9, 9);
        };
        const double first = minimise(
            [&](double w_0) {
              return naive_objective(problem, {w_0, second_of(w_0)});
            },
            -9, 9);
        const double lowest = naive_objective(problem, {first, second_of(first)});
        const Optimum optimum = solve_by_interior_point(problem);
        CHECK(optimum.gap < 1.1e-10);
        CHECK(optimum.objective == Approx(lowest).epsilon(1e-9));
        CHECK(optimum.lower_bound <= lowest * (1 + 1e-14));  // naive sums
      }
    }
  }
}

TEST_CASE("interior point, SVR: agrees with dual coordinate descent under L2") {
  const Sample sample = random_regression_sample(123, 150, 12, 0.5);
  const Problem problem = svr_problem(sample, RegularizerKind::l2, 0.05);
  const Optimum optimum = solve_by_interior_point(problem);
  const auto descending = start("svr_dual_cd", problem, {{"shrinking", false}});
  advance_passes(*descending, problem, 5000);
  CHECK(difference(weights_of(*descending, problem), optimum.w) < 1e-6);
}

TEST_CASE("interior point, SVR: under L1 weights that reduced costs say are zero are exactly 0") {
  const Sample sample = random_regression_sample(124, 120, 60, 0.3);
  for (const double lambda : {0.01, 0.05, 0.1}) {
    const Problem problem = svr_problem(sample, RegularizerKind::l1, lambda);
    const Optimum optimum = solve_by_interior_point(problem);
    CHECK(optimum.status == Status::converged);
    Vector v(60, 0.0);
    for (Index i = 0; i < problem.m(); ++i)
      add(sample.rows[i], optimum.a[static_cast<std::size_t>(i)] / problem.m(), v.data());
    int zeros = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      const double reduced_cost = 1 - std::abs(v[j]) / lambda;
      CAPTURE(lambda, j, optimum.w[j], reduced_cost);
      if (reduced_cost > 1e-5) CHECK(optimum.w[j] == 0);
      if (optimum.w[j] == 0)
        ++zeros;
      else
        CHECK(std::abs(optimum.w[j]) > 1e-6);
    }
    CHECK(zeros > 0);
    CHECK(zeros < 60);
  }
}

TEST_CASE("interior point, SVR: its own objective, bound and gap are what Problem computes, always") {
  const Sample sample = random_regression_sample(125, 80, 15, 0.5);
  for (const RegularizerKind kind : both_regularizers) {
    const Problem problem = svr_problem(sample, kind, 0.02);
    PiecewiseLinearInteriorPoint interior_point(problem);
    double last = interior_point.relative_gap();
    CHECK(last == std::numeric_limits<double>::infinity());
    while (interior_point.status() == Status::running) {
      interior_point.iterate();
      Vector w(15);
      interior_point.weights(w);
      CHECK(interior_point.objective() == Approx(problem.objective(w)).epsilon(1e-13));
      // The best pair starts as a = 0 with the bound 0.
      CHECK(interior_point.lower_bound() ==
            Approx(problem.lower_bound(interior_point.dual())).epsilon(1e-13));
      CHECK(interior_point.relative_gap() <= last * (1 + 1e-9) + 1e-10);
      last = interior_point.relative_gap();
    }
    CHECK(interior_point.status() == Status::converged);
  }
}

TEST_CASE("interior point: a loss that is not made of pieces is refused") {
  const Sample sample = random_sample(126, 10, 3);
  const Problem problem(sample, LossKind::logistic, RegularizerKind::l2, 0.1);
  PiecewiseLinearInteriorPoint interior_point(problem);
  CHECK_THROWS_AS(interior_point.walk(), ConfigError);
}

TEST_CASE("interior point, SVR: too many features are refused with what to use instead") {
  Sample sample = random_regression_sample(127, 5, 3);
  sample.rows.widen(10'001);
  CHECK_THROWS_WITH(start("interior_point", svr_problem(sample, RegularizerKind::l1, 0.1)),
                    ContainsSubstring("nonsmooth_scd"));
  CHECK_THROWS_WITH(start("interior_point", svr_problem(sample, RegularizerKind::l2, 0.1)),
                    ContainsSubstring("svr_dual_cd"));
}
