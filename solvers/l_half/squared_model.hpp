#pragma once

#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// The mean of squared ε-insensitive losses at residuals r + s v, and its quadratic model in v around r:
///
///   (1/m) Σ_i ℓ'(r_i) v_i + v_i²
///
/// The model lies above the loss because ℓ'' ≤ 2. For ε = 0, the squared loss, it is the loss, so that the
/// weights W = 1 of the least-squares problem never change. Starts at w = 0.
class SquaredModel {
 public:
  /// The model lies above the loss without any damping. One step of it makes ReweightedLeastSquares cautious.
  static constexpr double sufficient_damping = 2;

  SquaredModel(const Problem& problem, bool /*has_floor*/)
      : loss_{problem.epsilon()}, rows_(static_cast<std::size_t>(problem.m())), m_(problem.m()) {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].residual = -problem.sample().labels[i];
    refresh(1);
  }

  void refresh(double /*damping*/) {
    for (Row& row : rows_) {
      row.slope = loss_.derivative(row.residual);
      row.shift = 0;
    }
  }

  struct Derivatives {
    double first;
    double second;
  };
  Derivatives along(std::span<const Entry> column) const {
    double first = 0;
    double second = 0;
    for (const Entry& entry : column) {
      const Row& row = rows_[static_cast<std::size_t>(entry.index)];
      const auto x = static_cast<double>(entry.value);
      first += x * (row.slope + 2 * row.shift);
      second += 2 * x * x;
    }
    return {first / m_, second / m_};
  }

  void move(std::span<const Entry> column, double change) {
    for (const Entry& entry : column)
      rows_[static_cast<std::size_t>(entry.index)].shift += change * static_cast<double>(entry.value);
  }

  double loss_change(double s) const {
    double sum = 0;
    for (const Row& row : rows_) {
      const double v = s * row.shift;
      sum += row.slope * v + loss_.above_tangent(row.residual, v);
    }
    return sum / m_;
  }

  void accept(double s) {
    for (Row& row : rows_) row.residual += s * row.shift;
  }

 private:
  struct Row {
    double residual = 0;
    double slope = 0;  ///< ℓ'(residual)
    double shift = 0;  ///< v
  };

  SquaredEpsilonInsensitive loss_;
  std::vector<Row> rows_;
  double m_;
};

}  // namespace descent
