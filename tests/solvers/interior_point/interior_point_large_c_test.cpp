// Next to no L1 regularisation. With C = m or more, κ is so many orders of magnitude smaller than the sums
// whose difference is g = Zᵀa that their rounding matters.

#include <algorithm>

#include "tests/solvers/interior_point/interior_point_runs.hpp"
#include "tests/solvers/one_hot_sample.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Problem problem_with_c(const Sample& sample, double c) {
  return Problem(sample, LossKind::hinge, RegularizerKind::l1, 1 / (c * sample.rows.outer_size()));
}

/// The gap between the best bound and the best objective of both methods.
void check_both(const Sample& sample, double c, double gap) {
  CAPTURE(sample.rows.outer_size(), sample.rows.inner_size(), c);
  const Problem problem = problem_with_c(sample, c);
  for (const char* method : {"interior_point", "column_generation"}) {
    CAPTURE(method);
    const Optimum optimum = solve_by(method, problem);
    CHECK(optimum.gap <= gap);
    CHECK(optimum.iterations < 120);
  }
}

}  // namespace

TEST_CASE("interior point, large C: one-hot columns, which are dependent") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Sample sample = one_hot_sample(seed, 600, {2, 5, 9, 16});
    for (const double c : {600.0, 1e6}) check_both(sample, c, 1e-8);
    check_both(sample, 1e6 * 600, 1e-7);  // κ = 2·10⁻⁹, which Newton's steps no longer resolve
  }
}

// A single repair of the dual weights, or columns that come late, leave a gap near 1 on one in five of these.
TEST_CASE("interior point, large C: one-hot columns at C = 10^6 m are certified again and again") {
  int certified = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Sample sample = one_hot_sample(seed, 600, {2, 5, 9, 16});
    const Problem problem = problem_with_c(sample, 1e6 * 600);
    for (const char* method : {"interior_point", "column_generation"})
      certified += solve_by(method, problem).gap <= 1e-7 ? 1 : 0;
  }
  CHECK(certified >= 78);
}

TEST_CASE("interior point, large C: columns and rows that occur twice, and a constant one") {
  Dense rows = dense(one_hot_sample(4, 150, {3, 4, 6}).rows);
  for (Vector& row : rows) {
    row.push_back(row[2]);
    row.push_back(row[0] + row[1] + row[2]);
  }
  rows.insert(rows.end(), rows.begin(), rows.begin() + 100);
  const Sample sample = sample_of(rows);
  for (const double c : {250.0, 1e6}) check_both(sample, c, 1e-8);
}

TEST_CASE("interior point, large C: columns of different size, and more columns than rows") {
  Dense rows = dense(random_sample(5, 200, 12, 0.7).rows);
  for (Vector& row : rows) {
    row[0] *= 1e3;
    row[1] *= 1e-3;
  }
  for (const double c : {200.0, 1e6}) {
    check_both(sample_of(rows), c, 1e-8);
    check_both(random_sample(6, 20, 60, 0.3), c, 1e-8);
    check_both(random_sample(7, 60, 60, 0.5), c, 1e-8);
  }
}

TEST_CASE("interior point, large C: real data at lambda = 1/m^2") {
  for (const char* file : {"heart_scale", "covtype-15k.bz2", "a9a"}) {
    const auto sample = real_sample(file);
    if (!sample) continue;
    CAPTURE(file);
    const Optimum optimum = solve_by_interior_point(problem_with_c(*sample, sample->rows.outer_size()));
    CHECK(optimum.gap <= 1e-9);
    CHECK(optimum.iterations < 60);
  }
}
