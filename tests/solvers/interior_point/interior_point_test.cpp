// The interior point method as a reference: certified optima on real and random data.

#include <cmath>

#include "solvers/interior_point/piecewise_linear_interior_point.hpp"
#include "support/errors.hpp"
#include "tests/solvers/interior_point/interior_point_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Optima of λ = 1/m in double precision, certified to 1e-10 and confirmed by another solver.
struct Known {
  std::string file;
  double hinge_l1;
  double hinge_l2;
  double norm1;  ///< ‖w*‖₁ under L1
};

const std::vector<Known> known_optima{
    {"heart_scale", 0.369962505818, 0.35740102961, 4.6101744},
    {"a9a", 0.351916187404, 0.351150385339, 33.777715},
    {"covtype-15k.bz2", 0.581603881757, 0.584741782602, 62.057582},
};

/// What rounding the data to Value may change.
constexpr double known_to = std::is_same_v<Value, double> ? 1e-9 : 1e-7;

double norm1(const Vector& w) {
  double sum = 0;
  for (const double w_j : w) sum += std::abs(w_j);
  return sum;
}

/// Rows on the margin whose dual weight is not at a bound pin down w; every other row must be on its side.
void check_complementarity(const Problem& problem, const Optimum& optimum) {
  const double slack = 1e-4;
  for (Index i = 0; i < problem.m(); ++i) {
    const double z = dot(problem.rows()[i], optimum.w.data());
    const double a_i = optimum.a[static_cast<std::size_t>(i)];
    if (z < 1 - slack) CHECK(a_i > 1 - slack);
    if (z > 1 + slack) CHECK(a_i < slack);
  }
}

}  // namespace

TEST_CASE("interior point: known optima, certified to 1e-10") {
  for (const Known& known : known_optima) {
    const auto sample = real_sample(known.file);
    if (!sample) continue;
    const double lambda = 1.0 / sample->rows.outer_size();
    CAPTURE(known.file);
    const Optimum l1 = solve_by_interior_point(*sample, RegularizerKind::l1, lambda);
    CHECK(l1.status == Status::converged);
    CHECK(l1.gap < 1.1e-10);
    CHECK(l1.objective == Approx(known.hinge_l1).epsilon(known_to));
    CHECK(norm1(l1.w) == Approx(known.norm1).epsilon(1e-4));
    const Optimum l2 = solve_by_interior_point(*sample, RegularizerKind::l2, lambda);
    CHECK(l2.status == Status::converged);
    CHECK(l2.gap < 1.1e-10);
    CHECK(l2.objective == Approx(known.hinge_l2).epsilon(known_to));
  }
}

TEST_CASE("interior point: tenfold and a tenth of that lambda are certified to 1e-8 as well") {
  for (const Known& known : known_optima) {
    const auto sample = real_sample(known.file);
    if (!sample) continue;
    for (const RegularizerKind kind : both_regularizers) {
      for (const double factor : {0.1, 10.0}) {
        CAPTURE(known.file, name_of(kind), factor);
        const Optimum optimum = solve_by_interior_point(*sample, kind, factor / sample->rows.outer_size());
        CHECK(optimum.gap < 1e-8);
        CHECK(optimum.iterations < 60);
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
    const Sample sample = random_sample(21, shape.m, shape.n, shape.share);
    for (const RegularizerKind kind : both_regularizers) {
      for (const double lambda : {1e-4, 1e-2, 0.1}) {
        CAPTURE(shape.m, shape.n, name_of(kind), lambda);
        const Problem problem(sample, LossKind::hinge, kind, lambda);
        const Optimum optimum = solve_by_interior_point(problem);
        CHECK(optimum.status == Status::converged);
        CHECK(optimum.gap < 1.1e-10);
        CHECK(optimum.objective == Approx(naive_objective(problem, optimum.w)).epsilon(1e-13));
        check_complementarity(problem, optimum);
      }
    }
  }
}

TEST_CASE("interior point: agrees with dual coordinate descent under L2") {
  const Sample sample = random_sample(22, 150, 12, 0.5);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l2, 0.05);
  const Optimum optimum = solve_by_interior_point(problem);
  const auto descending = start("permuted_dcd", problem, {{"shrinking", false}});
  advance_passes(*descending, problem, 5000);
  CHECK(difference(weights_of(*descending, problem), optimum.w) < 1e-6);
}

// A weight is zero at the optimum if its reduced cost λ − |v_j| is not: then it must be exactly 0, and the
// others must not be.
TEST_CASE("interior point: under L1 the support is exact") {
  const Sample sample = random_sample(23, 120, 60, 0.3);
  for (const double lambda : {0.005, 0.02, 0.05}) {
    const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, lambda);
    const Optimum optimum = solve_by_interior_point(problem);
    Vector v(60, 0.0);
    for (Index i = 0; i < problem.m(); ++i) {
      add(sample.rows[i], optimum.a[static_cast<std::size_t>(i)] / problem.m(), v.data());
    }
    int zeros = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      const double reduced_cost = 1 - std::abs(v[j]) / lambda;
      CAPTURE(lambda, j, optimum.w[j], reduced_cost);
      if (optimum.w[j] == 0) {
        ++zeros;
      } else {
        CHECK(std::abs(optimum.w[j]) > 1e-6);
        CHECK(reduced_cost < 1e-5);
        CHECK(optimum.w[j] * v[j] > 0);
      }
      if (reduced_cost > 1e-5) CHECK(optimum.w[j] == 0);
    }
    CHECK(zeros > 0);
    CHECK(zeros < 60);
  }
}

TEST_CASE("interior point: a looser tolerance ends earlier, and holds") {
  const Sample sample = random_sample(24, 200, 20, 0.5);
  for (const RegularizerKind kind : both_regularizers) {
    const Problem problem(sample, LossKind::hinge, kind, 0.01);
    const Optimum tight = solve_by_interior_point(problem);
    const Optimum loose = solve_by_interior_point(problem, {{"tolerance", 1e-3}});
    CHECK(loose.status == Status::converged);
    CHECK(loose.gap <= 1e-3);
    CHECK(loose.iterations < tight.iterations);
    CHECK(loose.objective >= tight.lower_bound);
    CHECK(loose.lower_bound <= tight.objective);
  }
}

TEST_CASE("interior point: a tolerance out of reach ends as stalled with the best pair") {
  const Sample sample = random_sample(25, 100, 10, 0.5);
  for (const RegularizerKind kind : both_regularizers) {
    const Problem problem(sample, LossKind::hinge, kind, 0.01);
    const Optimum optimum = solve_by_interior_point(problem, {{"tolerance", 0.0}});
    // Rounding may by chance close the gap to the last bit.
    CHECK((optimum.status == Status::stalled || optimum.gap <= 1e-15));
    CHECK(optimum.gap < 1e-9);
  }
}

TEST_CASE("interior point: its own objective, bound and gap are what Problem computes, at every iteration") {
  const Sample sample = random_sample(26, 80, 15, 0.5);
  for (const RegularizerKind kind : both_regularizers) {
    const Problem problem(sample, LossKind::hinge, kind, 0.02);
    PiecewiseLinearInteriorPoint interior_point(problem);
    CHECK(interior_point.relative_gap() == std::numeric_limits<double>::infinity());
    double last = std::numeric_limits<double>::infinity();
    std::uint64_t iterations = 0;
    while (interior_point.status() == Status::running) {
      interior_point.iterate();
      ++iterations;
      Vector w(15);
      interior_point.weights(w);
      CHECK(interior_point.objective() == Approx(problem.objective(w)).epsilon(1e-13));
      CHECK(interior_point.lower_bound() ==
            Approx(problem.lower_bound(interior_point.dual())).epsilon(1e-13));
      CHECK(interior_point.relative_gap() <= last * (1 + 1e-9) + 1e-10);
      CHECK(interior_point.iterations() == iterations);
      CHECK(interior_point.nonzeros_touched() % static_cast<std::uint64_t>(sample.rows.nonzeros()) == 0);
      last = interior_point.relative_gap();
    }
    CHECK(interior_point.status() == Status::converged);
    const std::uint64_t touched = interior_point.nonzeros_touched();
    CHECK(interior_point.iterate() == Status::converged);
    CHECK(interior_point.nonzeros_touched() == touched);
  }
}

TEST_CASE("interior point: too many features are refused with what to use instead") {
  Sample sample = random_sample(27, 5, 3);
  sample.rows.widen(10'001);
  const Problem l1(sample, LossKind::hinge, RegularizerKind::l1, 0.1);
  CHECK_THROWS_AS(start("interior_point", l1), ConfigError);
  CHECK_THROWS_WITH(start("interior_point", l1), ContainsSubstring("column_generation"));
  CHECK_THROWS_WITH(start("interior_point", l1), ContainsSubstring("10001 x 10001"));
  const Problem l2(sample, LossKind::hinge, RegularizerKind::l2, 0.1);
  CHECK_THROWS_WITH(start("interior_point", l2), ContainsSubstring("permuted_dcd"));
}
