#pragma once

#include "solvers/l_half/least_squares_model.hpp"
#include "solvers/problem/loss.hpp"

namespace descent {

struct SquaredModelRow {
  static constexpr double weight = 2;
  double z = 0;      ///< x·w − y, the residual
  double slope = 0;  ///< ℓ'(z)
  double shift = 0;  ///< v
};

/// The mean of squared ε-insensitive losses at residuals z + s v, and its quadratic model with all W_i = 2.
/// The model lies above the loss because ℓ'' ≤ 2; for ε = 0, the squared loss, it is the loss. Starts at
/// w = 0.
class SquaredModel : public LeastSquaresModel<SquaredModelRow> {
 public:
  /// The model lies above the loss without damping; one step of damping makes ReweightedLeastSquares
  /// cautious.
  static constexpr double sufficient_damping = 2;

  SquaredModel(const Problem& problem, bool /*has_floor*/)
      : LeastSquaresModel(problem), loss_{problem.epsilon()} {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].z = -problem.sample().labels[i];
    refresh(1);
  }

  /// Builds the model around the current z, with v = 0.
  void refresh(double /*damping*/) {
    for (SquaredModelRow& row : rows_) {
      row.slope = loss_.derivative(row.z);
      row.shift = 0;
    }
  }

  /// Change of the mean loss from z to z + s v, without cancellation.
  double loss_change(double s) const {
    double sum = 0;
    for (const SquaredModelRow& row : rows_) {
      const double v = s * row.shift;
      sum += row.slope * v + loss_.above_tangent(row.z, v);
    }
    return sum / m_;
  }

 private:
  SquaredEpsilonInsensitive loss_;
};

}  // namespace descent
