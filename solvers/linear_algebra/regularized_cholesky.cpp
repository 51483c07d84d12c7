#include "solvers/linear_algebra/regularized_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>

namespace descent {

namespace {

constexpr double smallest_epsilon = 1e-14;
constexpr double largest_epsilon = 1e-3;
constexpr int corrections = 2;
/// Columns between two looks at the deadline; narrower matrices are factorised at once.
constexpr Eigen::Index block_columns = 512;

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

Eigen::Map<const Eigen::MatrixXd> square(const std::vector<double>& numbers, std::size_t n) {
  return {numbers.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n)};
}

/// Calls function(below, above) for each pair of places that mirror each other in the diagonal, in squares
/// that stay in the cache.
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

bool factorize_cholesky(std::span<double> matrix, std::size_t n, const Deadline& deadline) {
  MatrixMap A(matrix.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  for (Eigen::Index first = 0; first < A.cols(); first += block_columns) {
    deadline.check();
    const Eigen::Index columns = std::min(block_columns, A.cols() - first);
    const Eigen::Index rest = A.cols() - first - columns;
    auto corner = A.block(first, first, columns, columns);
    auto below = A.block(first + columns, first, rest, columns);
    if (Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>(corner).info() != Eigen::Success) return false;
    if (!corner.diagonal().allFinite()) return false;
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
    A.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(below, -1);
  }
  return true;
}

void RegularizedCholesky::resize(std::size_t n) {
  n_ = n;
  if (matrix_.capacity() < n * n) {
    const std::size_t spare = matrix_.empty() ? 0 : n * n / 5;
    std::vector<double>().swap(matrix_);  // both at once may not fit into memory
    matrix_.reserve(n * n + spare);
  }
  matrix_.resize(n * n);
  diagonal_.resize(n);
  residual_.resize(n);
}

bool RegularizedCholesky::factorize(const Deadline& deadline) {
  MatrixMap K = square(matrix_, n_);
  VectorMap diagonal = mapped(diagonal_);
  diagonal = K.diagonal();
  if (!diagonal.allFinite()) return false;
  for_each_below(n_, [this](std::size_t below, std::size_t above) { matrix_[above] = matrix_[below]; });
  for (double epsilon = smallest_epsilon; epsilon <= largest_epsilon; epsilon *= 100) {
    K.diagonal() = (1 + epsilon) * diagonal;
    if (factorize_cholesky(matrix_, n_, deadline)) return true;
    for_each_below(n_, [this](std::size_t below, std::size_t above) { matrix_[below] = matrix_[above]; });
  }
  return false;
}

void RegularizedCholesky::multiply(std::span<const double> x, std::vector<double>& product) const {
  const auto above = square(matrix_, n_).triangularView<Eigen::StrictlyUpper>();
  VectorMap result = mapped(product);
  result = mapped(std::span<const double>(diagonal_)).cwiseProduct(mapped(x));
  result.noalias() += above * mapped(x);
  result.noalias() += above.transpose() * mapped(x);
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
