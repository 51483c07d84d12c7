// Degenerate problems, and what must not change the certified optimum or must change it in a known way.

#include <cmath>
#include <numeric>

#include "tests/solvers/interior_point/interior_point_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Dense scaled(Dense rows, double factor) {
  for (Vector& row : rows) {
    for (double& value : row) value *= factor;
  }
  return rows;
}

/// Random rows whose values are multiples of 1/8: powers of two scale them exactly, also as floats.
Dense coarse_rows(std::uint64_t seed, Index m, Index n) {
  Dense rows = dense(random_sample(seed, m, n, 0.6).rows);
  for (Vector& row : rows) {
    for (double& value : row) value = std::round(8 * value) / 8;
  }
  return rows;
}

Optimum certified(const Dense& rows, RegularizerKind kind, double lambda) {
  const Sample sample = sample_of(rows);
  const Optimum optimum = solve_by_interior_point(sample, kind, lambda);
  CHECK(optimum.status == Status::converged);
  CHECK(optimum.gap < 1.1e-10);
  return optimum;
}

}  // namespace

TEST_CASE("interior point: one row and one column have a closed form") {
  for (const double z : {0.5, 2.0, -4.0}) {
    for (const double lambda : {1e-4, 0.1, 0.9, 3.0, 100.0}) {
      CAPTURE(z, lambda);
      // L1: w = 1/z pays λ/|z|, w = 0 pays 1.
      const Optimum l1 = certified({{z}}, RegularizerKind::l1, lambda);
      CHECK(l1.objective == Approx(std::min(1.0, lambda / std::abs(z))).epsilon(1e-9));
      CHECK(l1.w[0] == Approx(lambda < std::abs(z) ? 1 / z : 0).margin(1e-9));
      // L2: w = z/λ unless that is beyond the margin.
      const Optimum l2 = certified({{z}}, RegularizerKind::l2, lambda);
      const double w = z * z < lambda ? z / lambda : 1 / z;
      CHECK(l2.w[0] == Approx(w).epsilon(1e-4));
      CHECK(l2.objective == Approx(lambda * w * w / 2 + std::max(0.0, 1 - z * w)).epsilon(1e-9));
    }
  }
}

TEST_CASE("interior point: where w = 0 is optimal under L1 it is exactly 0, at once") {
  const Sample sample = random_sample(31, 40, 6, 0.6);
  Vector v(6, 0.0);
  for (Index i = 0; i < 40; ++i) add(sample.rows[i], 1.0 / 40, v.data());
  double threshold = 0;
  for (const double v_j : v) threshold = std::max(threshold, std::abs(v_j));
  for (const double factor : {1.0 + 1e-12, 1.5, 1e4}) {
    const Optimum optimum = solve_by_interior_point(sample, RegularizerKind::l1, factor * threshold);
    CHECK(optimum.status == Status::converged);
    CHECK(optimum.w == Vector(6, 0.0));
    CHECK(optimum.a == Vector(40, 1.0));
    CHECK(optimum.gap < 1e-15);
    CHECK(optimum.iterations == 0);
  }
  const Optimum beside = solve_by_interior_point(sample, RegularizerKind::l1, 0.99 * threshold);
  CHECK(beside.gap < 1.1e-10);
  CHECK(beside.w != Vector(6, 0.0));
}

TEST_CASE("interior point: rows that cancel leave w = 0 under L2") {
  const Optimum optimum = certified({{1, 2}, {-1, -2}}, RegularizerKind::l2, 0.1);
  CHECK(optimum.w == Vector(2, 0.0));
  CHECK(optimum.objective == 1);
}

TEST_CASE("interior point: separable data and data of one class") {
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {1e-6, 1e-3, 0.1}) {
      CAPTURE(name_of(kind), lambda);
      certified({{1, 0.5, 0}, {2, -1, 0.3}, {0.7, 0.2, -0.1}, {1.5, 0, 1}}, kind, lambda);
      Dense far = coarse_rows(32, 60, 5);
      for (Vector& row : far) row[0] = 6;
      certified(far, kind, lambda);
    }
  }
}

TEST_CASE("interior point: empty rows, empty columns, duplicated columns and rows") {
  const Dense rows = coarse_rows(33, 40, 5);
  Dense odd = rows;
  for (Vector& row : odd) {
    row.push_back(0);       // an empty column
    row.push_back(row[1]);  // a copy of column 1
  }
  odd.push_back(Vector(7, 0.0));
  odd.push_back(Vector(7, 0.0));
  for (int copy = 0; copy < 5; ++copy) odd.push_back(odd[3]);
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum optimum = certified(odd, kind, 0.02);
    CHECK(std::abs(optimum.w[5]) < 1e-6);
    if (kind == RegularizerKind::l1) CHECK(optimum.w[5] == 0);
    CHECK(optimum.w[1] == Approx(optimum.w[6]).margin(1e-3));
  }
}

TEST_CASE("interior point: one row, many columns; many rows, one column") {
  for (const RegularizerKind kind : both_regularizers) {
    certified({{0.5, -2, 0, 1, 3, 0.25}}, kind, 0.01);
    certified({{1}, {2}, {-1}, {0.5}, {3}}, kind, 0.01);
  }
}

TEST_CASE("interior point: a second copy of a column under L1 only shares its weight") {
  const Dense rows = coarse_rows(34, 50, 6);
  Dense doubled = rows;
  for (Vector& row : doubled) row.push_back(row[0]);
  const Optimum once = certified(rows, RegularizerKind::l1, 0.02);
  const Optimum twice = certified(doubled, RegularizerKind::l1, 0.02);
  CHECK(twice.objective == Approx(once.objective).epsilon(1e-9));
  CHECK(twice.w[0] + twice.w[6] == Approx(once.w[0]).margin(1e-6));
}

TEST_CASE("interior point: from tiny to huge lambda a right answer or a clear status") {
  const Dense rows = coarse_rows(35, 60, 8);
  for (const RegularizerKind kind : both_regularizers) {
    for (double lambda = 1e-8 / 60; lambda < 2e4; lambda *= 10) {
      CAPTURE(name_of(kind), lambda);
      const Optimum optimum = solve_by_interior_point(sample_of(rows), kind, lambda);
      CHECK((optimum.status == Status::converged || optimum.status == Status::stalled));
      if (optimum.status == Status::converged) CHECK(optimum.gap < 1.1e-10);
      if (lambda > 1e-6) CHECK(optimum.status == Status::converged);
    }
  }
}

TEST_CASE("interior point: columns of very different size") {
  const Dense rows{{1e6, 0, 1}, {0, 1e-6, 2}, {-1e6, 1e-6, -1}, {5e5, -2e-6, 0.5}};
  for (const RegularizerKind kind : both_regularizers) {
    for (const double lambda : {1e-3, 0.1, 10.0}) {
      const Optimum optimum = solve_by_interior_point(sample_of(rows), kind, lambda);
      CAPTURE(name_of(kind), lambda, optimum.gap);
      CHECK(optimum.gap < 1e-6);
    }
  }
}

// F(w) is a mean over the rows.
TEST_CASE("interior point: every row twice leaves the optimum as it is") {
  const Dense rows = coarse_rows(36, 60, 8);
  Dense twice = rows;
  twice.insert(twice.end(), rows.begin(), rows.end());
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum once = certified(rows, kind, 0.03);
    const Optimum doubled = certified(twice, kind, 0.03);
    CHECK(doubled.objective == Approx(once.objective).epsilon(2e-10));
    CHECK(difference(doubled.w, once.w) < 1e-4);
  }
}

TEST_CASE("interior point: a permutation of the columns permutes w, a flipped column flips its weight") {
  const Dense rows = coarse_rows(37, 60, 8);
  const std::vector<std::size_t> order{5, 2, 7, 0, 1, 6, 4, 3};
  Dense moved = rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < 8; ++j) moved[i][j] = (j == 4 ? -1 : 1) * rows[i][order[j]];
  }
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum straight = certified(rows, kind, 0.03);
    const Optimum permuted = certified(moved, kind, 0.03);
    CHECK(permuted.objective == Approx(straight.objective).epsilon(2e-10));
    for (std::size_t j = 0; j < 8; ++j) {
      CHECK(permuted.w[j] == Approx((j == 4 ? -1 : 1) * straight.w[order[j]]).margin(1e-4));
    }
  }
}

// With u = c w:  λ‖w‖₁ = (λ/c)‖u‖₁,  λ‖w‖²/2 = (λ/c²)‖u‖²/2,  (cZ) w = Z u.
TEST_CASE("interior point: rows times c and lambda times c (L1) or c² (L2) divide w by c") {
  const Dense rows = coarse_rows(38, 60, 8);
  const double lambda = 0.03;
  for (const double c : {0.25, 16.0}) {
    for (const RegularizerKind kind : both_regularizers) {
      const Optimum given = certified(rows, kind, lambda);
      const double power = kind == RegularizerKind::l1 ? c : c * c;
      const Optimum larger = certified(scaled(rows, c), kind, power * lambda);
      CHECK(larger.objective == Approx(given.objective).epsilon(2e-10));
      for (std::size_t j = 0; j < 8; ++j) CHECK(c * larger.w[j] == Approx(given.w[j]).margin(1e-4));
    }
  }
}

// k rows without entries lose 1 each whatever w is: (m + k) F'(w) = m F(w) + k for λ' = λ m/(m + k).
TEST_CASE("interior point: empty rows add their loss and nothing else") {
  const Dense rows = coarse_rows(39, 30, 6);
  Dense more = rows;
  for (int k = 0; k < 10; ++k) more.push_back(Vector(6, 0.0));
  for (const RegularizerKind kind : both_regularizers) {
    const Optimum without = certified(rows, kind, 0.04);
    const Optimum with = certified(more, kind, 0.03);
    CHECK(40 * with.objective == Approx(30 * without.objective + 10).epsilon(2e-10));
    CHECK(difference(with.w, without.w) < 1e-4);
  }
}
