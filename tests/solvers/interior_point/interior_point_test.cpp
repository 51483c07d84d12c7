// Tests the interior point method as a reference: certified optima on real and random data, compared with the
// conditions of optimality, brute force and known optima.

#include "datasets/matrix/line_products.hpp"
#include "solvers/interior_point/piecewise_linear_interior_point.hpp"
#include "solvers/problem/loss.hpp"
#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/solvers/brute_force.hpp"
#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/interior_point/interior_point_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// 0 ∈ ∂F(w) shown by a: −a_i is a subgradient of the loss at z_i, and v = Σ a_i row_i/m a subgradient of λ R
/// at w.
void check_optimality(const Problem& problem, const Optimum& optimum) {
  constexpr double slack = 1e-4;
  int violations = 0;
  with_loss(problem.loss(), problem.epsilon(), [&](auto loss) {
    for (Index i = 0; i < problem.m(); ++i) {
      const double z = dot(problem.rows()[i], optimum.w.data()) - problem.target(i);
      const bool near_kink = loss.derivative(z - slack) != loss.derivative(z + slack);
      violations +=
          !near_kink && std::abs(optimum.a[static_cast<std::size_t>(i)] + loss.derivative(z)) > slack;
    }
  });
  CHECK(violations == 0);
  const double lambda = problem.lambda();
  const Vector v = mean_row(problem, optimum.a);
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

TEST_CASE("interior point: known optima, certified to 1e-10") {
  struct Known {  // for λ = 1/m in double precision, certified to 1e-10 and confirmed by another solver
    std::string file;
    double hinge_l1;
    double hinge_l2;
    double norm1;  // ‖w*‖₁ under L1
  };
  constexpr double known_to = 1e-9;
  for (const Known& known : {Known{"heart_scale", 0.369962505818, 0.35740102961, 4.6101744},
                             Known{"a9a", 0.351916187404, 0.351150385339, 33.777715},
                             Known{"covtype-15k.bz2", 0.581603881757, 0.584741782602, 62.057582}}) {
    const auto sample = real_sample(known.file);
    if (!sample) continue;
    CAPTURE(known.file);
    const double lambda = 1.0 / sample->rows.outer_size();
    const Optimum l1 = certified(Problem(*sample, LossKind::hinge, RegularizerKind::l1, lambda));
    CHECK(l1.objective == Approx(known.hinge_l1).epsilon(known_to));
    CHECK(norm1(l1.w) == Approx(known.norm1).epsilon(1e-4));
    const Optimum l2 = certified(Problem(*sample, LossKind::hinge, RegularizerKind::l2, lambda));
    CHECK(l2.objective == Approx(known.hinge_l2).epsilon(known_to));
  }
}

TEST_CASE("interior point: real data with every usual lambda is certified") {
  struct Case {
    const char* file;
    LossKind loss;
    double gap;
    std::vector<double> factors;
  };
  for (const Case& each :
       {Case{"heart_scale", LossKind::hinge, 1e-8, {0.1, 10.0}},
        Case{"a9a", LossKind::hinge, 1e-8, {0.1, 10.0}},
        Case{"covtype-15k.bz2", LossKind::hinge, 1e-8, {0.1, 10.0}},
        Case{"abalone", LossKind::epsilon_insensitive, certified_to, {0.01, 1.0, 10.0}},
        Case{"cadata.bz2", LossKind::epsilon_insensitive, certified_to, {0.01, 1.0, 10.0}}}) {
    const auto sample = real_sample_for(each.loss, each.file);
    if (!sample) continue;
    for (const RegularizerKind kind : both_regularizers) {
      for (const double factor : each.factors) {
        CAPTURE(each.file, name_of(kind), factor);
        const Problem problem(*sample, each.loss, kind, factor / sample->rows.outer_size());
        const Optimum optimum = solve_by_interior_point(problem);
        CHECK(optimum.gap < each.gap);
        CHECK(optimum.iterations < 60);
        if (each.loss != LossKind::hinge) check_optimality(problem, optimum);
      }
    }
  }
}

TEST_CASE("interior point: random problems of many shapes are certified") {
  struct Shape {
    Index m;
    Index n;
    double share;
  };
  for (const Shape& shape :
       {Shape{200, 20, 0.3}, Shape{20, 60, 0.3}, Shape{50, 50, 1.0}, Shape{300, 5, 0.8}}) {
    for (const LossKind loss : both_losses) {
      const Sample sample = random_sample_for(loss, 21, shape.m, shape.n, shape.share);
      for (const RegularizerKind kind : both_regularizers) {
        for (const double lambda : {1e-4, 1e-2, 0.1}) {
          for (const double epsilon : {0.01, 0.5}) {
            if (loss == LossKind::hinge && epsilon != 0.5) continue;
            CAPTURE(shape.m, shape.n, name_of(loss), name_of(kind), lambda, epsilon);
            const Problem problem(sample, loss, kind, lambda, {.epsilon = epsilon});
            const Optimum optimum = certified(problem);
            CHECK(optimum.objective == Approx(naive_objective(problem, optimum.w)).epsilon(1e-12));
            check_optimality(problem, optimum);
          }
        }
      }
    }
  }
}

TEST_CASE("interior point: with as many columns as centrality correctors need") {
  for (const LossKind loss : both_losses) {
    const Sample sample = random_sample_for(loss, 23, 150, 2000, 0.05);
    for (const RegularizerKind kind : both_regularizers) {
      CAPTURE(name_of(loss), name_of(kind));
      const Problem problem(sample, loss, kind, 1e-3, {.epsilon = 0.1});
      const Optimum optimum = certified(problem);
      check_optimality(problem, optimum);
    }
  }
}

TEST_CASE("interior point: with two columns brute force finds the same optimum") {
  for (const LossKind loss : both_losses) {
    const Sample sample = random_sample_for(loss, 122, 25, 2, 0.9);
    for (const RegularizerKind kind : both_regularizers) {
      for (const double lambda : {0.01, 0.2, 0.6}) {
        CAPTURE(name_of(loss), name_of(kind), lambda);
        const Problem problem(sample, loss, kind, lambda, {.epsilon = 0.4});
        const auto second_of = [&](double first) {
          return minimise([&](double second) { return naive_objective(problem, {first, second}); }, -9, 9);
        };
        const double first = minimise(
            [&](double w_0) {
              return naive_objective(problem, {w_0, second_of(w_0)});
            },
            -9, 9);
        const double lowest = naive_objective(problem, {first, second_of(first)});
        const Optimum optimum = certified(problem);
        CHECK(optimum.objective == Approx(lowest).epsilon(1e-9));
        CHECK(optimum.lower_bound <= lowest * (1 + 1e-14));  // naive sums
      }
    }
  }
}

// A weight is exactly 0 at the optimum if its reduced cost λ − |v_j| is not 0; the other weights must not be
// 0.
TEST_CASE("interior point: under L1 the support is exact") {
  for (const LossKind loss : both_losses) {
    const Sample sample = random_sample_for(loss, 23, 120, 60, 0.3);
    for (const double lambda : {0.01, 0.02, 0.05}) {
      const Problem problem(sample, loss, RegularizerKind::l1, lambda);
      const Optimum optimum = certified(problem);
      const Vector v = mean_row(problem, optimum.a);
      for (std::size_t j = 0; j < v.size(); ++j) {
        const double reduced_cost = 1 - std::abs(v[j]) / lambda;
        CAPTURE(name_of(loss), lambda, j, optimum.w[j], reduced_cost);
        if (reduced_cost > 1e-5) CHECK(optimum.w[j] == 0);
        if (optimum.w[j] != 0) CHECK((std::abs(optimum.w[j]) > 1e-6 && optimum.w[j] * v[j] > 0));
      }
      const auto zeros = std::ranges::count(optimum.w, 0.0);
      CHECK((zeros > 0 && zeros < 60));
    }
  }
}

TEST_CASE("interior point: a looser tolerance ends earlier, one out of reach as stalled with the best pair") {
  for (const RegularizerKind kind : both_regularizers) {
    const Sample sample = random_sample(24, 200, 20, 0.5);
    const Problem problem(sample, LossKind::hinge, kind, 0.01);
    const Optimum tight = certified(problem);
    const Optimum loose = solve_by_interior_point(problem, {{"tolerance", 1e-3}});
    CHECK(loose.status == Status::converged);
    CHECK(loose.gap <= 1e-3);
    CHECK(loose.iterations < tight.iterations);
    const Optimum out_of_reach = solve_by_interior_point(problem, {{"tolerance", 0.0}});
    // Rounding may by chance close the gap to the last bits.
    CHECK((out_of_reach.status == Status::stalled || out_of_reach.gap <= 1e-14));
    CHECK(out_of_reach.gap < 1e-9);
  }
}

TEST_CASE("interior point: its own objective, bound and gap are what Problem computes, at every iteration") {
  for (const LossKind loss : both_losses) {
    for (const RegularizerKind kind : both_regularizers) {
      const Sample sample = random_sample_for(loss, 26, 80, 15, 0.5);
      const Problem problem(sample, loss, kind, 0.02);
      PiecewiseLinearInteriorPoint interior_point(problem, 1e-10);
      double last = infinity;
      CHECK(interior_point.relative_gap() == last);
      while (interior_point.progress().status == Status::running) {
        advance_to(interior_point, interior_point.progress().updates + 1);
        const Vector w = weights_of(interior_point, problem);
        CHECK(interior_point.objective() == Approx(problem.objective(w)).epsilon(1e-13));
        CHECK(interior_point.objective_of(w) == Approx(problem.objective(w)).epsilon(1e-13));
        CHECK(interior_point.lower_bound() ==
              Approx(problem.lower_bound(*interior_point.dual())).epsilon(1e-13));
        CHECK(interior_point.relative_gap() <= last * (1 + 1e-9) + 1e-10);
        last = interior_point.relative_gap();
      }
      CHECK(interior_point.progress().status == Status::converged);
    }
  }
}

TEST_CASE("interior point: a free intercept is certified, and never worse than a regularised one") {
  for (const LossKind loss : both_losses) {
    for (const RegularizerKind kind : both_regularizers) {
      for (const double lambda : {1e-4, 1e-2, 0.1, 1.0}) {
        for (const std::size_t n : {6u, 70u}) {
          CAPTURE(name_of(loss), name_of(kind), lambda, n);
          Sample sample = random_sample_for(loss, 85, 60, static_cast<Index>(n));
          Dense rows = dense(sample.rows);
          // Unbalanced labels, or targets far from 0: a bad fit without the intercept.
          for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].push_back(loss != LossKind::hinge || i % 3 ? 1 : -1);
          for (double& label : sample.labels) label += loss == LossKind::hinge ? 0 : 100;
          sample.rows = sample_of(rows).rows;
          const Optimum free =
              certified(Problem(sample, loss, kind, lambda, {.epsilon = 0.2, .free_intercept = true}));
          const Optimum regularised = certified(Problem(sample, loss, kind, lambda, {.epsilon = 0.2}));
          CHECK(free.objective <= regularised.objective * (1 + 1e-10));
        }
      }
    }
  }
}

TEST_CASE("interior point: labels that are all alike need an intercept alone") {
  const Sample sample = sample_of({{1, 2, -1}, {0.5, -1, -1}, {-3, 0, -1}});
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum optimum = certified(Problem(sample, LossKind::hinge, kind, 0.1, {.free_intercept = true}));
    CHECK(optimum.w == Vector{0, 0, -1});
    CHECK(optimum.objective == 0);
    CHECK(optimum.lower_bound == 0);
  }
}

TEST_CASE(
    "interior point: a loss that is not made of pieces is refused, too many features with what to use") {
  Sample sample = random_sample(126, 10, 3);
  const Problem logistic(sample, LossKind::logistic, RegularizerKind::l2, 0.1);
  CHECK_THROWS_AS(PiecewiseLinearInteriorPoint(logistic, 1e-10).walk(), ConfigError);
  sample.rows.widen(10'001);
  const auto start_on = [&](LossKind loss, RegularizerKind kind) {
    start("interior_point", Problem(sample, loss, kind, 0.1));
  };
  CHECK_THROWS_AS(start_on(LossKind::hinge, RegularizerKind::l1), ConfigError);
  CHECK_THROWS_WITH(start_on(LossKind::hinge, RegularizerKind::l1), ContainsSubstring("10001 x 10001"));
  CHECK_THROWS_WITH(start_on(LossKind::hinge, RegularizerKind::l1), ContainsSubstring("column_generation"));
  CHECK_THROWS_WITH(start_on(LossKind::hinge, RegularizerKind::l2), ContainsSubstring("permuted_dcd"));
  CHECK_THROWS_WITH(start_on(LossKind::epsilon_insensitive, RegularizerKind::l1),
                    ContainsSubstring("nonsmooth_scd"));
  CHECK_THROWS_WITH(start_on(LossKind::epsilon_insensitive, RegularizerKind::l2),
                    ContainsSubstring("svr_dual_cd"));
}
