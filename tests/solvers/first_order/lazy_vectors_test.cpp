// The vectors that do a step's work on all components lazily, each against a dense vector that does it at
// once.

#include <cmath>

#include "solvers/first_order/coordinate_mean.hpp"
#include "solvers/first_order/lazy_soft_threshold.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/sparse_l1_ball.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/first_order/dense_projection.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// w in full, and the sum of the iterates.
struct DenseVector {
  explicit DenseVector(std::size_t n) : w(n, 0.0), sum(n, 0.0) {}

  void add(std::span<const Entry> row, double amount) { descent::add(row, amount, w.data()); }
  void count_iterate() {
    for (std::size_t j = 0; j < w.size(); ++j) sum[j] += w[j];
    ++iterates;
  }
  Vector mean() const {
    Vector mean = sum;
    for (double& mean_j : mean) mean_j /= iterates;
    return mean;
  }

  Vector w;
  Vector sum;
  double iterates = 0;
};

template <class Lazy>
Vector weights_in(const Lazy& lazy, std::size_t n) {
  Vector w(n);
  lazy.weights(w);
  return w;
}

constexpr std::size_t n = 30;
const Sample rows_to_add = random_sample(21, 200, static_cast<Index>(n), 0.15);

std::span<const Entry> random_row(Random& random) {
  return rows_to_add.rows[static_cast<Index>(random.below(200))];
}

}  // namespace

TEST_CASE("scaled vector: scaling, adding and averaging, through several rebases") {
  Random random(1);
  // Factors that make the scale underflow its bound; factors near 1, where the sum of scales grows slowly;
  // exact zeros.
  const double smallest_factor = GENERATE(1e-9, 0.2, 0.98);
  ScaledVector lazy(static_cast<Index>(n), false);
  ScaledVector averaged(static_cast<Index>(n), true);
  DenseVector full(n);
  for (int step = 1; step <= 4000; ++step) {
    const double factor = step % 1500 == 0 ? 0.0 : smallest_factor + (1 - smallest_factor) * random.uniform();
    const auto row = random_row(random);
    const double amount = random.normal();
    for (ScaledVector* each : {&lazy, &averaged}) {
      each->scale(factor);
      each->add(row, amount);
      each->count_iterate();
    }
    for (double& w_j : full.w) w_j *= factor;
    full.add(row, amount);
    full.count_iterate();
    if (step % 97 == 0) {
      REQUIRE(difference(weights_in(lazy, n), full.w) < 1e-11);
      // The sum of scales may grow to 1e6 scales before a rebase: six digits may cancel.
      REQUIRE(difference(weights_in(averaged, n), full.mean()) < 1e-9);
      REQUIRE(lazy.dot(row) == Approx(dot(row, full.w.data())).margin(1e-10));
    }
  }
}

TEST_CASE("lazy soft threshold: thresholding in every step and averaging, through several epochs") {
  Random random(2);
  const double kappa = GENERATE(0.0, 0.01, 0.3);
  LazySoftThreshold lazy(static_cast<Index>(n), false);
  LazySoftThreshold averaged(static_cast<Index>(n), true);
  DenseVector full(n);
  for (int step = 1; step <= 5000; ++step) {
    const auto row = random_row(random);
    const double threshold = kappa * random.uniform();
    for (LazySoftThreshold* each : {&lazy, &averaged}) {
      REQUIRE(each->dot(row) == Approx(dot(row, full.w.data())).margin(1e-9));
    }
    const double amount = step % 3 == 0 ? random.normal() : 0;
    for (LazySoftThreshold* each : {&lazy, &averaged}) {
      each->add(row, amount);
      each->threshold(threshold);
    }
    full.add(row, amount);
    for (double& w_j : full.w) w_j = shrunk(w_j, threshold);
    full.count_iterate();
    // Around the end of an epoch of 1024 steps, too.
    if (step % 97 == 0 || step % 1024 < 2) {
      REQUIRE(difference(weights_in(lazy, n), full.w) < 1e-9);
      REQUIRE(difference(weights_in(averaged, n), full.mean()) < 1e-9);
    }
  }
}

TEST_CASE("sparse L1 ball: adding, projecting and averaging, through many rebases") {
  Random random(3);
  const double radius = GENERATE(1e-3, 0.5, 20.0);
  const double step_size = GENERATE(0.05, 5.0);
  SparseL1Ball sparse(static_cast<Index>(n), radius, false);
  SparseL1Ball averaged(static_cast<Index>(n), radius, true);
  DenseVector full(n);
  for (int step = 1; step <= 3000; ++step) {
    for (int rows = 0; rows < 1 + step % 3; ++rows) {
      const auto row = random_row(random);
      const double amount = step_size * random.normal();
      sparse.add(row, amount);
      averaged.add(row, amount);
      full.add(row, amount);
    }
    sparse.project();
    averaged.project();
    full.w = project_by_sorting(full.w, radius);
    full.count_iterate();
    const auto row = random_row(random);
    REQUIRE(sparse.dot(row) == Approx(dot(row, full.w.data())).margin(1e-9));
    if (step % 37 == 0) {
      REQUIRE(difference(weights_in(sparse, n), full.w) < 1e-10);
      REQUIRE(difference(weights_in(averaged, n), full.mean()) < 1e-10);
      REQUIRE(norm1(weights_in(sparse, n)) <= radius * (1 + 1e-9));
    }
  }
}

TEST_CASE("sparse L1 ball: the norm does not creep beyond the radius") {
  Random random(8);
  const double radius = 2;
  SparseL1Ball ball(static_cast<Index>(n), radius, false);
  double largest = 0;
  for (int step = 1; step <= 200'000; ++step) {
    ball.add(random_row(random), 0.3 * random.normal());
    ball.project();
    if (step % 1000 == 0) largest = std::max(largest, norm1(weights_in(ball, n)));
  }
  CHECK(largest <= radius * (1 + 1e-12));
}

TEST_CASE("sparse L1 ball: an addition that cancels a component takes it out") {
  const Sample unit = sample_of({{1, 0}, {0, 1}});
  SparseL1Ball ball(2, 10, true);
  ball.add(unit.rows[0], 2);
  ball.project();
  ball.add(unit.rows[0], -2);
  ball.add(unit.rows[1], -3);
  CHECK(ball.dot(unit.rows[0]) == 0);
  ball.project();
  CHECK(weights_in(ball, 2) == Vector{1, -1.5});  // means of (2, 0) and (0, −3)
}

TEST_CASE("coordinate mean: the mean of the iterates from single changes") {
  Random random(4);
  CoordinateMean mean(static_cast<Index>(n));
  const CoordinateMean none(0);
  DenseVector full(n);
  CHECK(difference(
            [&] {
              Vector at_start(n);
              mean.weights(full.w, 0, at_start);
              return at_start;
            }(),
            full.w) == 0);
  for (std::uint64_t step = 0; step < 2000; ++step) {
    if (random.uniform() < 0.7) {
      const auto j = static_cast<Index>(random.below(n));
      const double change = random.normal();
      mean.record(j, change, step);
      full.w[static_cast<std::size_t>(j)] += change;
    }
    full.count_iterate();
    Vector out(n);
    mean.weights(full.w, step + 1, out);
    REQUIRE(difference(out, full.mean()) < 1e-10);
    none.weights(full.w, step + 1, out);
    REQUIRE(out == full.w);
  }
}
