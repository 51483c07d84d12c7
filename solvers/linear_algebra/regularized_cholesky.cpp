#include "solvers/linear_algebra/regularized_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

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
Eigen::Map<const Eigen::MatrixXd> square(const std::vector<double>& numbers, std::size_t n) {
  return {numbers.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n)};
}

}  // namespace

RegularizedCholesky::RegularizedCholesky(std::size_t n) : n_(n), matrix_(n * n), diagonal_(n), residual_(n) {}

bool RegularizedCholesky::factorize() {
  MatrixMap K = square(matrix_, n_);
  VectorMap diagonal = mapped(diagonal_);
  diagonal = K.diagonal();
  if (!diagonal.allFinite()) return false;
  K.triangularView<Eigen::StrictlyUpper>() = K.transpose();
  for (double epsilon = smallest_epsilon; epsilon <= largest_epsilon; epsilon *= 100) {
    K.diagonal() = (1 + epsilon) * diagonal;
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factorization(K);
    if (factorization.info() == Eigen::Success && K.diagonal().allFinite()) return true;
    K.triangularView<Eigen::StrictlyLower>() = K.transpose();
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
