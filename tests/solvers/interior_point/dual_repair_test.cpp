// Dual weights are made feasible under L1 by moving them.

#include "solvers/interior_point/dual_repair.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/interior_point/piecewise_linear_interior_point.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/one_hot_sample.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A problem with almost no regularisation, almost optimal dual weights and the best known bound.
struct Example {
  explicit Example(Sample given, LossKind loss = LossKind::hinge)
      : sample(std::move(given)), problem(sample, loss, RegularizerKind::l1, 1e-6) {
    const auto solver = start("interior_point", problem);
    advance_to(*solver, 400);
    a.assign(solver->dual()->begin(), solver->dual()->end());
    bound = problem.lower_bound(a);
  }

  /// Moves weights that are not at a bound, at random.
  void disturb(double size) {
    Random random(9);
    for (double& a_i : a) {
      if (a_i != 0 && std::abs(a_i) < 1) a_i = std::clamp(a_i + size * random.normal(), -1.0, 1.0);
      if (problem.loss() == LossKind::hinge) a_i = std::max(a_i, 0.0);
    }
  }

  double repair(double margin = 1e-6) {
    NormalMatrix normal_matrix(problem.rows());
    RegularizedCholesky cholesky(static_cast<std::size_t>(problem.n()));
    DualRepair dual_repair(problem, problem.rows());
    return dual_repair.repair(a, {.margin = margin, .enough = 1e-13}, normal_matrix, cholesky) / problem.m();
  }

  Sample sample;
  Problem problem;
  Vector a;
  double bound = 0;
};

}  // namespace

TEST_CASE("dual repair: restores what scaling would lose, in Problem's judgement") {
  const LossKind loss = GENERATE(LossKind::hinge, LossKind::epsilon_insensitive);
  const bool is_hinge = loss == LossKind::hinge;
  Example example(is_hinge ? one_hot_sample(1, 300, {3, 5, 8}) : random_regression_sample(2, 200, 12), loss);
  CAPTURE(name_of(loss));
  for (const double size : {1e-12, 1e-9, 1e-6}) {
    CAPTURE(size);
    Example disturbed = example;
    disturbed.disturb(size);
    const double scaled = disturbed.problem.lower_bound(disturbed.a);
    const double repaired = disturbed.repair();
    CHECK(disturbed.problem.lower_bound(disturbed.a) == Approx(repaired).epsilon(1e-13));
    CHECK(repaired >= scaled);
    CHECK(repaired >= example.bound * (1 - 1e-9 - 100 * size));
  }
}

TEST_CASE("dual repair: all of its walks over the rows count as work") {
  const Sample sample = one_hot_sample(1, 300, {3, 5, 8});
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 1e-6);
  PiecewiseLinearInteriorPoint interior_point(problem, problem.rows(), 1e-10);
  std::uint64_t most = 0;  // in one step of the method; everything except a repair takes one walk here
  for (std::uint64_t before = 0; interior_point.progress().status == Status::running;) {
    const std::uint64_t entries = interior_point.advance(1).entries_touched;
    most = std::max(most, entries - before);
    before = entries;
  }
  CHECK(most >= 3 * static_cast<std::uint64_t>(problem.rows().nonzeros()));
}

TEST_CASE("dual repair: leaves feasible weights as they are") {
  Example example(one_hot_sample(3, 200, {2, 6}));
  for (double& a_i : example.a) a_i *= 0.5;
  const Vector before = example.a;
  CHECK(example.repair() == Approx(0.5 * example.bound).epsilon(1e-14));
  CHECK(example.a == before);
}

TEST_CASE("dual repair: weights that are all at their bounds stay, and count as scaled") {
  Example example(random_sample(4, 60, 5));
  std::fill(example.a.begin(), example.a.end(), 1.0);
  const double scaled = example.problem.lower_bound(example.a);
  CHECK(example.repair() == Approx(scaled).epsilon(1e-13));
}

TEST_CASE("dual repair: columns without entries do no harm") {
  Dense rows = dense(one_hot_sample(5, 100, {3, 4}).rows);
  for (Vector& row : rows) row.resize(9, 0.0);
  Example example(sample_of(rows));
  example.disturb(1e-8);
  CHECK(example.repair() >= example.bound * (1 - 1e-7));
}
