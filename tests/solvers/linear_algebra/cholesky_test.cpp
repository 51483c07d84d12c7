#include "solvers/linear_algebra/regularized_cholesky.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr double untouched = -77;

/// The lower triangle of a positive definite matrix, column-major.
Vector random_matrix(std::size_t n) {
  Random random(n);
  Vector matrix(n * n, untouched);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) matrix[j * n + i] = random.normal();
    matrix[j * n + j] = 3 * std::sqrt(static_cast<double>(n)) + 1;
  }
  return matrix;
}

}  // namespace

TEST_CASE("Cholesky: the factor times its transpose is the matrix, and the rest is left alone") {
  // Sizes within a block, at its edges, and of several blocks.
  for (const std::size_t n : {0U, 1U, 7U, 281U, 511U, 512U, 513U, 1300U}) {
    CAPTURE(n);
    const Vector A = random_matrix(n);
    Vector L = A;
    REQUIRE(factorize_cholesky(L, n));
    double largest = 0;
    bool is_above_left_alone = true;
    for (std::size_t j = 0; j<n; j += n> 500 ? 37 : 1) {
      for (std::size_t i = 0; i < j; ++i) is_above_left_alone &= L[j * n + i] == untouched;
      for (std::size_t i = j; i < n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k <= j; ++k) sum += L[k * n + i] * L[k * n + j];
        largest = std::max(largest, std::abs(sum - A[j * n + i]));
      }
    }
    CHECK(is_above_left_alone);
    CHECK(largest < 1e-12);
  }
}

TEST_CASE("Cholesky: a matrix that is not positive definite is told of, wherever that shows") {
  const std::size_t n = 600;
  for (const std::size_t at : {0U, 511U, 512U, 599U}) {
    CAPTURE(at);
    for (const double value : {-1.0, 0.0, std::nan("")}) {
      Vector matrix = random_matrix(n);
      matrix[at * n + at] = value;
      CHECK_FALSE(factorize_cholesky(matrix, n));
    }
  }
}
