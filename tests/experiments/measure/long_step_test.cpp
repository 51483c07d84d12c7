#include <algorithm>
#include <cmath>

#include "experiments/measure/measured_run.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/solver_runs.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

struct Shape {
  const char* method;
  LossKind loss;
  Index m, n;
  test::Given options = {};
  int threads = 1;
};

/// Parts of a step that take nearly all of its time: rows of the normal matrix, its blocks of columns, and
/// rows of a Hessian.
const Shape shapes[] = {
    {"interior_point", LossKind::hinge, 3000, 400},
    {"interior_point", LossKind::epsilon_insensitive, 600, 1250},
    {"column_generation", LossKind::hinge, 3000, 400},
    {"proximal_newton", LossKind::squared_hinge, 3000, 400, {{"hessian", std::string("gram")}}},
    {"tron", LossKind::squared_hinge, 3000, 400, {{"hessian", std::string("gram")}}},
    {"tron", LossKind::squared_hinge, 3000, 400, {{"hessian", std::string("gram")}, {"threads", 2.0}}, 2}};

struct MeasuredIterates : Measurement {
  std::vector<test::Vector> iterates;
};

MeasuredIterates measured_seconds(Solver& solver, double seconds, const Problem& problem, int threads) {
  const test::TemporaryFolder folder;
  SnapshotFile snapshots(folder.path());
  MeasuredIterates all;
  static_cast<Measurement&>(all) =
      measure(solver, {Axis::cpu_seconds, seconds, 20}, static_cast<std::uint64_t>(problem.rows().nonzeros()),
              static_cast<std::size_t>(problem.n()), snapshots, {.threads = threads});
  for (std::size_t k = 0; k < all.checkpoints.size(); ++k) {
    const auto w = snapshots.weights(k);
    all.iterates.emplace_back(w.begin(), w.end());
  }
  return all;
}

}  // namespace

TEST_CASE("a step longer than ten budgets is cut off, and leaves the last whole iterate") {
  for (const Shape& shape : shapes) {
    CAPTURE(shape.method, shape.m, shape.n);
    const bool is_regression = shape.loss == LossKind::epsilon_insensitive;
    const Sample sample = is_regression ? test::random_regression_sample(3, shape.m, shape.n, 1)
                                        : test::random_sample(3, shape.m, shape.n, 1);
    const bool is_l1 = shape.method == std::string("column_generation");
    const Problem problem(sample, shape.loss, is_l1 ? RegularizerKind::l1 : RegularizerKind::l2, 1e-4);

    const auto whole = test::start(shape.method, problem, shape.options);
    // A budget of threads is wall time.
    const auto now = [&] { return shape.threads > 1 ? wall_seconds() : thread_cpu_seconds(); };
    const auto spent = [&](const Checkpoint& checkpoint) {
      return shape.threads > 1 ? checkpoint.wall_seconds : checkpoint.cpu_seconds;
    };
    const double start = now();
    test::advance_to(*whole, 1);
    const double step = now() - start;

    const double budget = step / 20;
    const auto cut = test::start(shape.method, problem, shape.options);
    const MeasuredIterates measurement = measured_seconds(*cut, budget, problem, shape.threads);
    const Checkpoint& last = measurement.checkpoints.back();
    CAPTURE(step, spent(last));
    CHECK(spent(last) > budget);
    CHECK(spent(last) < step / 2);
    CHECK(last.progress.status == Status::running);
    CHECK(last.progress.updates == 0);
    CHECK(measurement.iterates.back() == test::Vector(measurement.iterates.back().size(), 0.0));

    // A replay finds the same iterates without the step.
    FormerRun former;
    for (const Checkpoint& checkpoint : measurement.checkpoints)
      former.entries_touched.push_back(checkpoint.progress.entries_touched);
    const test::TemporaryFolder folder;
    SnapshotFile snapshots(folder.path());
    const auto again = test::start(shape.method, problem, shape.options);
    const Measurement repeated = measure_again(*again, former, measurement.iterates.back().size(), snapshots);
    REQUIRE(repeated.checkpoints.size() == measurement.checkpoints.size());
    for (std::size_t k = 0; k < repeated.checkpoints.size(); ++k)
      CHECK(repeated.checkpoints[k].progress.entries_touched == former.entries_touched[k]);
    CHECK(spent(repeated.checkpoints.back()) < step / 2);

    // With time enough, the bits are those of a solver without a deadline. Beside other programs a step takes
    // several times as long.
    for (double enough = 3 * step, updates = 0; updates == 0; enough *= 4) {
      REQUIRE(enough < 1000 * step);
      const auto timely = test::start(shape.method, problem, shape.options);
      const MeasuredIterates longer = measured_seconds(*timely, enough, problem, shape.threads);
      const auto free = test::start(shape.method, problem, shape.options);
      const Progress& reached = longer.checkpoints.back().progress;
      CHECK(free->advance(reached.entries_touched).entries_touched == reached.entries_touched);
      CHECK(test::weights_of(*free, problem) == longer.iterates.back());
      updates = static_cast<double>(reached.updates);
    }
  }
}

TEST_CASE("a factorisation ends at its deadline, and has the same bits before it") {
  constexpr std::size_t n = 700;
  test::Vector matrix(n * n, 0.5);
  for (std::size_t j = 0; j < n; ++j) matrix[j * n + j] = 1 + static_cast<double>(j);
  test::Vector cut = matrix, timely = matrix;
  CHECK_THROWS_AS(factorize_cholesky(cut, n, Deadline(0)), OutOfTime);
  REQUIRE(factorize_cholesky(timely, n, Deadline(thread_cpu_seconds() + 3600)));
  REQUIRE(factorize_cholesky(matrix, n));
  CHECK(timely == matrix);
}
