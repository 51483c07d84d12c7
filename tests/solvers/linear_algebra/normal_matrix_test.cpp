#include "solvers/linear_algebra/normal_matrix.hpp"

#include <array>
#include <cmath>

#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::array kernels{NormalMatrix::Kernel::by_rows, NormalMatrix::Kernel::by_columns};
constexpr double not_written = -77;

/// Σ_i weight_i z_ij z_ik from its definition, on and below the diagonal; `not_written` above it.
Vector lower_triangle(const SparseMatrix& rows, const Vector& weight) {
  const Dense z = dense(rows);
  const auto n = static_cast<std::size_t>(rows.inner_size());
  Vector matrix(n * n, not_written);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = j; k < n; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < z.size(); ++i) sum += weight[i] * z[i][j] * z[i][k];
      matrix[j * n + k] = sum;
    }
  }
  return matrix;
}

void check_equal(const Vector& computed, const Vector& expected) {
  REQUIRE(computed.size() == expected.size());
  double largest = 0;
  for (std::size_t j = 0; j < expected.size(); ++j) {
    largest = std::max(largest, std::abs(computed[j] - expected[j]) / (1 + std::abs(expected[j])));
  }
  CHECK(largest < 1e-13);
}

Vector positive_weights(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  Vector weight(size);
  for (double& weight_i : weight) weight_i = std::exp(3 * random.normal());
  return weight;
}

/// The full symmetric matrix times x.
Vector product_with(const Vector& lower, const Vector& x) {
  const std::size_t n = x.size();
  Vector sum(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = j; k < n; ++k) {
      sum[k] += lower[j * n + k] * x[j];
      if (k != j) sum[j] += lower[j * n + k] * x[k];
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("normal matrix: both kernels form the lower triangle and leave the rest alone") {
  // Rows of 0 to 12 entries cover every remainder of an unrolled loop.
  std::vector<Sample> samples{sample_of({{2}}), sample_of({{1, 0, -2}}), sample_of({{0, 0}, {0, 3}})};
  for (const double share : {0.05, 0.4, 1.0}) samples.push_back(random_sample(11, 40, 12, share));
  for (const Sample& sample : samples) {
    const auto n = static_cast<std::size_t>(sample.rows.inner_size());
    CAPTURE(n, sample.rows.outer_size());
    for (const NormalMatrix::Kernel kernel : kernels) {
      NormalMatrix normal_matrix(sample.rows, kernel);
      Vector matrix(n * n, not_written);
      // Twice: the first call must not affect the second.
      for (const std::uint64_t seed : {1U, 2U}) {
        const Vector weight = positive_weights(static_cast<std::size_t>(sample.rows.outer_size()), seed);
        normal_matrix.form(weight, matrix);
        check_equal(matrix, lower_triangle(sample.rows, weight));
      }
    }
  }
}

TEST_CASE("normal matrix: threads that share the columns change no bit") {
  for (const double share : {0.0, 0.05, 1.0}) {
    const Sample sample = random_sample(11, 40, 12, share);
    const Vector weight = positive_weights(40, 3);
    for (const NormalMatrix::Kernel kernel : kernels) {
      Vector alone(12 * 12, not_written);
      NormalMatrix(sample.rows, kernel).form(weight, alone);
      for (const int threads : {1, 2, 5, 17}) {  // more than columns
        RowTeam team(sample.rows, threads);
        NormalMatrix normal_matrix(sample.rows, kernel, &team);
        for (int call = 0; call < 2; ++call) {
          Vector matrix(12 * 12, not_written);
          normal_matrix.form(weight, matrix);
          CHECK(matrix == alone);
        }
      }
    }
  }
}

TEST_CASE("normal matrix: the kernel follows the width") {
  CHECK(NormalMatrix(sample_of({{1, 2}}).rows).kernel() == NormalMatrix::Kernel::by_rows);
  SparseMatrix wide = sample_of({{1, 2, 0, 3}, {0, 1, 0, 0}, {0, 0, 0, 0}}).rows;
  wide.widen(5000);
  CHECK(NormalMatrix(wide).kernel() == NormalMatrix::Kernel::by_columns);
}

TEST_CASE("regularized Cholesky: solves a definite system to working precision") {
  const Sample sample = random_sample(12, 60, 20, 0.5);
  const Vector weight = positive_weights(60, 3);
  RegularizedCholesky cholesky(20);
  NormalMatrix(sample.rows).form(weight, cholesky.lower());
  const Vector lower = lower_triangle(sample.rows, weight);
  REQUIRE(cholesky.factorize());
  Random random(4);
  for (int repetition = 0; repetition < 3; ++repetition) {
    const Vector expected = random_vector(20, 1, random);
    Vector x(20);
    cholesky.solve(product_with(lower, expected), x);
    double largest = 0;
    for (std::size_t j = 0; j < 20; ++j) largest = std::max(largest, std::abs(x[j] - expected[j]));
    CHECK(largest < 1e-10);
  }
}

TEST_CASE("regularized Cholesky: after another size it solves as if it were new") {
  RegularizedCholesky used;
  for (const Index n : {30, 12, 31, 610, 520, 600}) {
    CAPTURE(n);
    const Sample sample = random_sample(13, 60, n, 0.5);
    const Vector weight = positive_weights(60, 3);
    Random random(5);
    const Vector right_side = random_vector(static_cast<std::size_t>(n), 1, random);
    const auto solution = [&](RegularizedCholesky& cholesky) {
      NormalMatrix(sample.rows).form(weight, cholesky.lower());
      REQUIRE(cholesky.factorize());
      Vector x(static_cast<std::size_t>(n));
      cholesky.solve(right_side, x);
      return x;
    };
    RegularizedCholesky fresh(static_cast<std::size_t>(n));
    used.resize(static_cast<std::size_t>(n));
    CHECK(solution(used) == solution(fresh));
  }
}

TEST_CASE("regularized Cholesky: a singular but consistent system gets a solution") {
  // Columns 0 and 1 are equal; column 2 is empty except for the tiny diagonal that an interior point method
  // adds.
  const Sample sample = sample_of({{1, 1, 0, 2}, {-1, -1, 0, 1}, {3, 3, 0, 1}});
  const Vector weight{1e9, 1, 1e3};
  Vector lower = lower_triangle(sample.rows, weight);
  lower[2 * 4 + 2] = 1e-9;
  RegularizedCholesky cholesky(4);
  std::copy(lower.begin(), lower.end(), cholesky.lower().begin());
  REQUIRE(cholesky.factorize());
  const Vector right_side = product_with(lower, {1, 2, 3, 4});
  Vector x(4);
  cholesky.solve(right_side, x);
  CHECK(x[0] + x[1] == Approx(3).epsilon(1e-9));
  CHECK(x[2] == Approx(3));
  CHECK(x[3] == Approx(4).epsilon(1e-9));
}

TEST_CASE("regularized Cholesky: what is no positive semidefinite matrix is refused") {
  for (const double corner : {-1.0, infinity, std::nan("")}) {
    RegularizedCholesky cholesky(2);
    const Vector lower{1, 0, not_written, corner};
    std::copy(lower.begin(), lower.end(), cholesky.lower().begin());
    CHECK_FALSE(cholesky.factorize());
  }
}
