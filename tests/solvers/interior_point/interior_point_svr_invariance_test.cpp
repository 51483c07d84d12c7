// The interior point method on the ε-insensitive loss: what must not change the certified optimum, or must
// change it in a known way.

#include <algorithm>
#include <cmath>

#include "tests/solvers/interior_point/interior_point_svr_runs.hpp"

using namespace descent;
using namespace descent::test;

// F(w) is a mean over the rows.
TEST_CASE("interior point, SVR: every row twice leaves the optimum as it is") {
  const Sample sample = coarse_sample(142, 60, 8);
  const Dense once_each = dense(sample.rows);
  Dense rows = once_each;
  Vector targets = sample.labels;
  rows.insert(rows.end(), once_each.begin(), once_each.end());
  targets.insert(targets.end(), sample.labels.begin(), sample.labels.end());
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum once = certified_svr(sample, kind, 0.03);
    const Optimum doubled = certified_svr(sample_with(rows, targets), kind, 0.03);
    CHECK(doubled.objective == Approx(once.objective).epsilon(2e-10));
    CHECK(difference(doubled.w, once.w) < 1e-4);
  }
}

// With y' = c y, ε' = c ε and u = c w the loss is c ℓ, ‖u‖₁ = c ‖w‖₁, and λ/c ‖u‖²/2 = c λ ‖w‖²/2.
TEST_CASE("interior point, SVR: targets and epsilon times c multiply w by c, and −y gives −w") {
  const Sample sample = coarse_sample(143, 60, 8);
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum given = certified_svr(sample, kind, 0.03, 0.125);
    for (const double c : {-1.0, 0.25, 1024.0}) {
      CAPTURE(name_of(kind), c);
      Sample other = sample;
      for (double& target : other.labels) target *= c;
      const double lambda = kind == RegularizerKind::l1 ? 0.03 : 0.03 / std::abs(c);
      const Optimum scaled = certified_svr(other, kind, lambda, 0.125 * std::abs(c));
      CHECK(scaled.objective == Approx(std::abs(c) * given.objective).epsilon(2e-10));
      for (std::size_t j = 0; j < 8; ++j) CHECK(scaled.w[j] / c == Approx(given.w[j]).margin(1e-4));
    }
  }
}

// max(0, |x·w − y| − ε) with y = 1 + ε is max(0, 1 − x·w) wherever x·w ≤ 1 + 2ε.
TEST_CASE("interior point, SVR: where only one side of the tube matters it is the hinge loss") {
  const Sample classes = random_sample(144, 80, 6, 0.5);
  const double epsilon = 50;
  Sample targets = classes;
  std::fill(targets.labels.begin(), targets.labels.end(), 1 + epsilon);
  for (const double lambda : {0.02, 0.1}) {
    const Problem hinge(classes, LossKind::hinge, RegularizerKind::l1, lambda);
    const Optimum expected = solve_by_interior_point(hinge);
    const Optimum optimum = certified_svr(targets, RegularizerKind::l1, lambda, epsilon);
    CHECK(optimum.objective == Approx(expected.objective).epsilon(2e-10));
    CHECK(difference(optimum.w, expected.w) < 1e-4);
  }
}
