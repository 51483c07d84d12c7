#include "solvers/linear_algebra/regularized_cholesky.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solvers/linear_algebra/blocked_cholesky.hpp"
#include "solvers/linear_algebra/vector_sum.hpp"

namespace descent {

namespace {

constexpr double smallest_epsilon = 1e-14;
constexpr double largest_epsilon = 1e-3;
constexpr int corrections = 2;

using MatrixMap = Eigen::Map<Eigen::MatrixXd>;
using VectorMap = Eigen::Map<Eigen::VectorXd>;
using ConstVectorMap = Eigen::Map<const Eigen::VectorXd>;

VectorMap mapped(std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
ConstVectorMap mapped(std::span<const double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
MatrixMap square(std::vector<double>& numbers, std::size_t n) {
  return {numbers.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n)};
}

/// Calls function(below, above) for the places of each pair of numbers that mirror each other in the
/// diagonal, in squares that stay in the cache.
template <class Function>
void for_each_below(std::size_t n, const Function& function) {
  constexpr std::size_t side = 32;
  for (std::size_t first = 0; first < n; first += side) {
    for (std::size_t row = first; row < n; row += side) {
      for (std::size_t j = first; j < std::min(first + side, n); ++j) {
        for (std::size_t i = std::max(row, j + 1); i < std::min(row + side, n); ++i)
          function(j * n + i, i * n + j);
      }
    }
  }
}

}  // namespace

RegularizedCholesky::RegularizedCholesky(std::size_t n) : n_(n), matrix_(n * n), diagonal_(n), residual_(n) {}

bool RegularizedCholesky::factorize() {
  MatrixMap K = square(matrix_, n_);
  VectorMap diagonal = mapped(diagonal_);
  diagonal = K.diagonal();
  if (!diagonal.allFinite()) return false;
  for_each_below(n_, [this](std::size_t below, std::size_t above) { matrix_[above] = matrix_[below]; });
  for (double epsilon = smallest_epsilon; epsilon <= largest_epsilon; epsilon *= 100) {
    K.diagonal() = (1 + epsilon) * diagonal;
    if (factorize_cholesky(matrix_, n_) && K.diagonal().allFinite()) return true;
    for_each_below(n_, [this](std::size_t below, std::size_t above) { matrix_[below] = matrix_[above]; });
  }
  return false;
}

/// Each column above the diagonal is that of a row too: both are multiplied while it is in the cache.
void RegularizedCholesky::multiply(std::span<const double> x, std::vector<double>& product) const {
  for (std::size_t j = 0; j < n_; ++j) {
    const double* const above = matrix_.data() + j * n_;
    double* const sums = product.data();
    for (std::size_t i = 0; i < j; ++i) sums[i] += x[j] * above[i];
    sums[j] = diagonal_[j] * x[j] + vector_sum(j, [=](std::size_t i) { return above[i] * x[i]; });
  }
}

void RegularizedCholesky::solve(std::span<const double> b, std::span<double> x) {
  const auto below = square(matrix_, n_).triangularView<Eigen::Lower>();
  VectorMap solution(x.data(), static_cast<Eigen::Index>(x.size()));
  VectorMap residual = mapped(residual_);
  const auto add_solution_of_residual = [&] {
    below.solveInPlace(residual);
    below.transpose().solveInPlace(residual);
    solution += residual;
  };
  solution.setZero();
  residual = mapped(b);
  add_solution_of_residual();
  for (int correction = 0; correction < corrections; ++correction) {
    multiply(x, residual_);
    residual = mapped(b) - residual;
    add_solution_of_residual();
  }
}

}  // namespace descent
