#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Moves the weights of an L1-regularised problem that are not zero, near an optimum, to the vertex of the
/// linear program there. A row whose dual weight a_i is within its bounds lies at the kink k_i of its loss:
///   min_δ  Σ_i (k_i − z_i − row_i·δ)²   over these rows,   δ_j = 0 where w_j = 0
/// An interior point method reaches such rows up to its products only, and the loss that is left may cost
/// more than a tolerance allows where F is tiny.
///
/// `rows` are the problem's or some of their columns, z has the size `unit`, and the matrices, as wide as
/// `rows`, are workspace. Returns the number of walks. Throws OutOfTime at the deadline.
inline std::uint64_t move_to_vertex(const Problem& problem, const SparseMatrix& rows,
                                    std::span<const double> a, double unit, std::span<double> w,
                                    NormalMatrix& normal_matrix, RegularizedCholesky& cholesky,
                                    const Deadline& deadline) {
  constexpr int rounds = 3;  // of refinement
  const std::size_t n = w.size();
  const auto short_of_kink = [&](std::size_t i) {
    const double kink = problem.loss() == LossKind::hinge ? 1 : std::copysign(problem.epsilon(), -a[i]);
    const auto row = static_cast<Index>(i);
    return kink - (dot(rows[row], w.data()) - problem.target(row));
  };
  std::vector<double> is_at_kink(a.size(), 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double room = std::min(std::abs(a[i]), 1 - std::abs(a[i]));
    if (std::abs(short_of_kink(i)) < room * unit) is_at_kink[i] = 1;
  }
  normal_matrix.form(is_at_kink, cholesky.lower(), deadline);
  std::vector<bool> may_move(n);
  for (std::size_t j = 0; j < n; ++j) may_move[j] = w[j] != 0 || (problem.free_intercept() && j + 1 == n);
  for (std::size_t j = 0; j < n; ++j) {
    double* const column = cholesky.lower().data() + j * n;
    for (std::size_t k = j; k < n; ++k)
      if (!may_move[j] || !may_move[k]) column[k] = 0;
    if (column[j] == 0) column[j] = 1;
  }
  if (!cholesky.factorize(deadline)) return 2;
  std::vector<double> right_side(n);
  std::vector<double> step(n);
  for (int round = 0; round < rounds; ++round) {
    std::ranges::fill(right_side, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (is_at_kink[i] != 0) add(rows[static_cast<Index>(i)], short_of_kink(i), right_side.data());
    for (std::size_t j = 0; j < n; ++j)
      if (!may_move[j]) right_side[j] = 0;
    cholesky.solve(right_side, step);
    for (std::size_t j = 0; j < n; ++j)
      if (may_move[j]) w[j] += step[j];
  }
  return 2 + rounds;
}

}  // namespace descent
