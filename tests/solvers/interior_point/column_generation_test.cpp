// Compares column generation with the interior point method on all columns, and tests it as a reference on
// data with many more columns than rows.

#include <algorithm>
#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "tests/solvers/interior_point/interior_point_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Optimum generate_columns(const Problem& problem, const Given& given = {}) {
  return solve_by("column_generation", problem, given);
}

Optimum generate_columns(const Sample& sample, double lambda, const Given& given = {}) {
  return generate_columns(Problem(sample, LossKind::hinge, RegularizerKind::l1, lambda), given);
}

std::size_t zeros(const Vector& w) {
  return static_cast<std::size_t>(std::count(w.begin(), w.end(), 0.0));
}

}  // namespace

TEST_CASE("column generation: the known optimum where there are few columns") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  const Optimum optimum = generate_columns(*sample, 1.0 / 270);
  CHECK(optimum.status == Status::converged);
  CHECK(optimum.gap < certified_to);
  CHECK(optimum.objective == Approx(0.369962505818).epsilon(1e-9));
}

TEST_CASE("column generation: agrees with the interior point method on all columns") {
  struct Shape {
    Index m;
    Index n;
    double share;
  };
  // Up to 500 columns are all chosen at once; more are exchanged.
  for (const Shape& shape : {Shape{40, 900, 0.1}, Shape{60, 2000, 0.05}, Shape{40, 500, 0.1},
                             Shape{20, 60, 0.3}, Shape{200, 20, 0.3}, Shape{1, 7, 1}}) {
    const Sample sample = random_sample(31, shape.m, shape.n, shape.share);
    for (const double lambda : {1e-4, 1e-2, 0.1}) {
      CAPTURE(shape.m, shape.n, lambda);
      const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, lambda);
      const Optimum expected = solve_by_interior_point(problem);
      const Optimum optimum = generate_columns(problem);
      CHECK(optimum.status == Status::converged);
      CHECK(optimum.gap < certified_to);
      CHECK(optimum.objective == Approx(expected.objective).epsilon(1e-9));
      CHECK(optimum.objective == Approx(naive_objective(problem, optimum.w)).epsilon(1e-11));
      // As in a vertex of the linear program.
      CHECK(static_cast<Index>(optimum.w.size() - zeros(optimum.w)) <= shape.m);
    }
  }
}

TEST_CASE("weights are exactly zero also where rounding keeps the iterates' rows from their kinks") {
  for (const char* method : {"column_generation", "interior_point"}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      CAPTURE(method, seed);
      const Sample sample = random_sample(seed, 40, 500, 0.1);
      const Optimum optimum = solve_by(method, Problem(sample, LossKind::hinge, RegularizerKind::l1, 1e-5));
      if (optimum.status == Status::converged) CHECK(optimum.w.size() - zeros(optimum.w) <= 40);
    }
  }
}

TEST_CASE("column generation: certifies text with 47 times as many columns as rows") {
  const auto sample = real_sample("rcv1-small.bz2");
  if (!sample) return;
  for (const double factor : {0.1, 1.0, 10.0}) {
    const Optimum optimum = generate_columns(*sample, factor / sample->rows.outer_size());
    CAPTURE(factor);
    CHECK(optimum.status == Status::converged);
    CHECK(optimum.gap < certified_to);
    CHECK(optimum.iterations < 40);
    CHECK(optimum.w.size() - zeros(optimum.w) < 600);
  }
}

TEST_CASE("column generation: w = 0 is found at once where it is optimal, and not where it is not") {
  const Sample sample = random_sample(32, 30, 200, 0.2);
  Vector v(200, 0.0);
  for (Index i = 0; i < 30; ++i) add(sample.rows[i], 1.0 / 30, v.data());
  double largest = 0;
  for (const double v_j : v) largest = std::max(largest, std::abs(v_j));
  const Optimum zero = generate_columns(sample, largest * (1 + 1e-9));
  CHECK(zero.status == Status::converged);
  CHECK(zero.w == Vector(200, 0.0));
  CHECK(zero.objective == 1);
  CHECK(zero.gap <= 1e-15);
  CHECK(zero.iterations == 0);
  const Optimum other = generate_columns(sample, largest * 0.99);
  CHECK(other.objective < 1);
  CHECK(other.gap < certified_to);
}

TEST_CASE("column generation: columns without entries or that occur twice change nothing") {
  const Sample sample = random_sample(33, 40, 600, 0.1);
  Dense rows = dense(sample.rows);
  for (Vector& row : rows) {
    const Vector copied(row.begin(), row.begin() + 300);
    row.insert(row.end(), copied.begin(), copied.end());
    row.insert(row.end(), 20, 0.0);
  }
  const Optimum expected = generate_columns(sample, 0.01);
  const Optimum optimum = generate_columns(sample_of(rows), 0.01);
  CHECK(optimum.status == Status::converged);
  CHECK(optimum.gap < certified_to);
  CHECK(optimum.objective == Approx(expected.objective).epsilon(1e-9));
}

// More equal columns than are chosen at first: there is always another to add.
TEST_CASE("column generation: w = 0 optimal, and a tolerance that rounding keeps out of reach") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    Dense rows(37);
    double sum = 0;
    for (Vector& row : rows) {
      row.assign(1100, static_cast<float>(0.3 + random.normal()));
      sum += row.front();
    }
    const Sample sample = sample_of(rows);
    // The smallest λ for which w = 0 is optimal, up to rounding.
    CAPTURE(seed);
    const Optimum optimum = generate_columns(sample, std::abs(sum) / 37, {{"tolerance", 0.0}});
    CHECK(optimum.gap < 1e-12);
    CHECK(optimum.objective == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("column generation: a looser tolerance ends earlier, one out of reach as stalled") {
  const Sample sample = random_sample(34, 80, 700, 0.1);
  const Optimum tight = generate_columns(sample, 0.005);
  const Optimum loose = generate_columns(sample, 0.005, {{"tolerance", 1e-3}});
  CHECK(loose.status == Status::converged);
  CHECK(loose.gap <= 1e-3);
  CHECK(loose.iterations < tight.iterations);
  const Optimum out_of_reach = generate_columns(sample, 0.005, {{"tolerance", 0.0}});
  // Rounding may by chance close the gap to the last bit.
  CHECK((out_of_reach.status == Status::stalled || out_of_reach.gap <= 1e-15));
  CHECK(out_of_reach.gap < 1e-9);
}

TEST_CASE("column generation: the certified pair never gets worse") {
  const Sample sample = random_sample(35, 60, 800, 0.1);
  const Problem problem(sample, LossKind::hinge, RegularizerKind::l1, 0.002);
  const auto solver = start("column_generation", problem);
  Progress progress;
  double objective = 1;
  double bound = 0;
  while (progress.status == Status::running) {
    progress = solver->advance(1);
    const double now = problem.objective(weights_of(*solver, problem));
    const double certain = problem.lower_bound(*solver->dual());
    // Setting zeros at the end may cost as much as the tolerance allows.
    CHECK(now <= objective * (1 + 1.1e-10));
    CHECK(certain >= bound * (1 - 1e-14));
    objective = now;
    bound = certain;
  }
  CHECK(progress.status == Status::converged);
  CHECK(1 - bound / objective < certified_to);
}
