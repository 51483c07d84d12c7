// The interior point method on the ε-insensitive loss: degenerate problems.

#include <algorithm>
#include <cmath>

#include "tests/solvers/interior_point/interior_point_svr_runs.hpp"

using namespace descent;
using namespace descent::test;

// One row, one column: |x w − y| − ε is worth reducing until it is 0, as long as that pays.
TEST_CASE("interior point, SVR: one row and one column have a closed form") {
  for (const double x : {0.5, -4.0}) {
    for (const double y : {3.0, -0.75}) {
      for (const double epsilon : {0.0, 0.25}) {
        for (const double lambda : {1e-4, 0.1, 0.9, 3.0, 100.0}) {
          CAPTURE(x, y, epsilon, lambda);
          const Sample sample = sample_with({{x}}, {y});
          const double full = std::copysign((std::abs(y) - epsilon) / std::abs(x), x * y);
          const Optimum l1 = certified_svr(sample, RegularizerKind::l1, lambda, epsilon);
          CHECK(l1.w[0] == Approx(lambda < std::abs(x) ? full : 0).margin(1e-8));
          CHECK(l1.objective ==
                Approx(std::min(lambda / std::abs(x), 1.0) * (std::abs(y) - epsilon)).epsilon(1e-9));
          const Optimum l2 = certified_svr(sample, RegularizerKind::l2, lambda, epsilon);
          const double partial = std::copysign(std::abs(x) / lambda, x * y);
          const double w = std::abs(partial) < std::abs(full) ? partial : full;
          CHECK(l2.w[0] == Approx(w).epsilon(1e-4));
          const double loss = std::max(0.0, std::abs(x * w - y) - epsilon);
          CHECK(l2.objective == Approx(lambda * w * w / 2 + loss).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("interior point, SVR: where no target is outside the tube w = 0 costs nothing") {
  Sample sample = random_regression_sample(131, 40, 6, 0.6);
  double largest = 0;
  for (const double target : sample.labels) largest = std::max(largest, std::abs(target));
  for (const RegularizerKind kind : both_regularizers) {
    for (const double epsilon : {largest, 10 * largest}) {
      const Optimum optimum = certified_svr(sample, kind, 0.01, epsilon);
      CHECK(optimum.w == Vector(6, 0.0));
      CHECK(optimum.a == Vector(40, 0.0));
      CHECK(optimum.objective == 0);
      CHECK(optimum.lower_bound == 0);
      CHECK(optimum.iterations == 0);
    }
  }
  std::fill(sample.labels.begin(), sample.labels.end(), 0.0);
  CHECK(certified_svr(sample, RegularizerKind::l1, 0.01, 0).w == Vector(6, 0.0));
}

TEST_CASE("interior point, SVR: a single target just outside the tube is noticed") {
  const Sample sample = random_regression_sample(132, 40, 6, 0.6);
  double largest = 0;
  for (const double target : sample.labels) largest = std::max(largest, std::abs(target));
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum optimum = certified_svr(sample, kind, 1e-4, 0.99 * largest);
    CHECK(optimum.objective > 0);
    CHECK(optimum.w != Vector(6, 0.0));
  }
}

TEST_CASE("interior point, SVR: where w = 0 is optimal under L1 it is exactly 0, at once") {
  const Sample sample = random_regression_sample(133, 40, 6, 0.6);
  Vector a(40, 0.0);
  Vector v(6, 0.0);
  for (Index i = 0; i < 40; ++i) {
    const double target = sample.labels[static_cast<std::size_t>(i)];
    if (std::abs(target) > 0.1) a[static_cast<std::size_t>(i)] = std::copysign(1.0, target);
    add(sample.rows[i], a[static_cast<std::size_t>(i)] / 40, v.data());
  }
  double threshold = 0;
  for (const double v_j : v) threshold = std::max(threshold, std::abs(v_j));
  for (const double factor : {1.0 + 1e-12, 1.5, 1e4}) {
    const Optimum optimum = certified_svr(sample, RegularizerKind::l1, factor * threshold);
    CHECK(optimum.w == Vector(6, 0.0));
    CHECK(optimum.a == a);
    CHECK(optimum.iterations == 0);
  }
  CHECK(certified_svr(sample, RegularizerKind::l1, 0.99 * threshold).w != Vector(6, 0.0));
}

// At w = 0 the first row is at the tube's edge, where its a may be anything from 0 to 1: 0 is infeasible,
// ½ and more is not.
TEST_CASE("interior point, SVR: w = 0 is found also where it takes a subgradient between two slopes") {
  const Sample sample = sample_with({{1}, {1}}, {0.5, -2});
  const Optimum optimum = certified_svr(sample, RegularizerKind::l1, 0.25, 0.5);
  CHECK(optimum.w == Vector(1, 0.0));
  CHECK(optimum.objective == Approx(0.75).epsilon(1e-10));
  CHECK(optimum.a[0] > 0.499);
}

TEST_CASE("interior point, SVR: without a tube, epsilon = 0") {
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {1e-3, 1e-2, 0.1}) {
      CAPTURE(name_of(kind), lambda);
      certified_svr(coarse_sample(134, 60, 8), kind, lambda, 0);
      certified_svr(random_regression_sample(135, 200, 20, 0.3), kind, lambda, 0);
      certified_svr(random_regression_sample(136, 20, 60, 0.3), kind, lambda, 0);
    }
  }
}

TEST_CASE("interior point, SVR: a tube far narrower or far wider than the targets' spread") {
  const Sample sample = random_regression_sample(137, 100, 8, 0.5);
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum none = certified_svr(sample, kind, 0.01, 0);
    for (const double epsilon : {1e-14, 1e-10, 1e-6, 1e-3}) {
      const Optimum narrow = certified_svr(sample, kind, 0.01, epsilon);
      CHECK(narrow.objective <= none.objective * (1 + 2e-10));
      CHECK(narrow.objective >= none.lower_bound - epsilon);
    }
    certified_svr(sample, kind, 0.01, 5);
  }
}

TEST_CASE("interior point, SVR: rows that fit exactly, and rows that contradict each other") {
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {1e-4, 1e-2, 0.1}) {
      CAPTURE(name_of(kind), lambda);
      Sample exact = coarse_sample(138, 50, 5);
      for (Index i = 0; i < 50; ++i)
        exact.labels[static_cast<std::size_t>(i)] = dot(exact.rows[i], Vector{1, -2, 0, 0.5, 3}.data());
      certified_svr(exact, kind, lambda);
      certified_svr(sample_with({{1, 2}, {1, 2}, {1, 2}}, {1, -1, 5}), kind, lambda);
      certified_svr(sample_with({{1, 2}, {-1, -2}}, {1, -1}), kind, lambda);
    }
  }
}

TEST_CASE("interior point, SVR: empty rows, empty columns, duplicated columns and rows") {
  const Sample sample = coarse_sample(139, 40, 5);
  Dense odd = dense(sample.rows);
  Vector targets = sample.labels;
  for (Vector& row : odd) {
    row.push_back(0);       // an empty column
    row.push_back(row[1]);  // a copy of column 1
  }
  odd.push_back(Vector(7, 0.0));
  targets.push_back(2);
  odd.push_back(Vector(7, 0.0));
  targets.push_back(0.05);
  for (int copy = 0; copy < 5; ++copy) {
    odd.push_back(odd[3]);
    targets.push_back(targets[3]);
  }
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum optimum = certified_svr(sample_with(odd, targets), kind, 0.02);
    CHECK(std::abs(optimum.w[5]) < 1e-6);
    CHECK(optimum.w[1] == Approx(optimum.w[6]).margin(1e-3));
  }
}

TEST_CASE("interior point, SVR: one row, many columns; many rows, one column") {
  for (const RegularizerKind kind : both_regularizers) {
    certified_svr(sample_with({{0.5, -2, 0, 1, 3, 0.25}}, {7}), kind, 0.01);
    certified_svr(sample_with({{1}, {2}, {-1}, {0.5}, {3}}, {1, 2, 3, 4, 5}), kind, 0.01);
  }
}

TEST_CASE("interior point, SVR: from tiny to huge lambda a right answer or a clear status") {
  const Sample sample = coarse_sample(140, 60, 8);
  for (const RegularizerKind kind : both_regularizers) {
    for (const double epsilon : {0.0, 0.1}) {
      for (double lambda = 1e-8 / 60; lambda < 2e4; lambda *= 10) {
        CAPTURE(name_of(kind), epsilon, lambda);
        const Optimum optimum = solve_svr(sample, kind, lambda, epsilon);
        CHECK((optimum.status == Status::converged || optimum.status == Status::stalled));
        if (optimum.status == Status::converged) CHECK(optimum.gap < 1.1e-10);
        if (lambda > 1e-6) CHECK(optimum.status == Status::converged);
      }
    }
  }
}

TEST_CASE("interior point, SVR: targets far from 0, huge ones, tiny ones and one that is far out") {
  const Sample sample = coarse_sample(141, 60, 8);
  for (const RegularizerKind kind : both_regularizers) {
    for (const double offset : {1e3, 1e6}) {
      Sample moved = sample;
      for (double& target : moved.labels) target += offset;
      certified_svr(moved, kind, 0.01);
    }
    Sample outlier = sample;
    outlier.labels[7] = 1e8;
    certified_svr(outlier, kind, 0.01);
    for (const double epsilon : {0.1, 1e4, 1e7}) {
      Sample huge = sample;
      for (double& target : huge.labels) target *= 1e7;
      certified_svr(huge, kind, 0.01, epsilon);
    }
  }
}
