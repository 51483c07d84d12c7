#pragma once

#include <algorithm>
#include <cmath>

#include "solvers/l_half/least_squares_model.hpp"
#include "solvers/problem/loss.hpp"

namespace descent {

/// One row of LogisticModel, on half a cache line: rows are visited in a column's order.
struct LogisticModelRow {
  double z = 0;
  double slope = 0;   ///< ℓ'(z)
  double weight = 0;  ///< W
  double shift = 0;   ///< v
};

/// The mean logistic loss at margins z + s v, and its quadratic model, which iteratively reweighted least
/// squares minimises, with
///
///   W_i = min(¼, damping · max(ℓ''(z_i), floor))
///
/// ℓ'' = μ(1 − μ) ≤ ¼. A floor above 0 keeps working responses z − ℓ'/W finite; with every W_i = ¼ the model
/// lies above the loss. Starts at z = 0, v = 0, that is w = 0.
class LogisticModel : public LeastSquaresModel<LogisticModelRow> {
 public:
  static constexpr double floor = 1e-5;
  /// From this damping on the model lies above the loss for any z.
  static constexpr double sufficient_damping = Logistic::curvature / floor;

  /// Without a floor, for the plain iteration, all weights of a column may be 0 by underflow.
  LogisticModel(const Problem& problem, bool has_floor)
      : LeastSquaresModel(problem), floor_(has_floor ? floor : 0.0) {
    refresh(1);
  }

  /// Builds the model around the current z, with v = 0.
  void refresh(double damping) {
    for (LogisticModelRow& row : rows_) {
      row.slope = Logistic::derivative(row.z);
      row.weight =
          std::min(Logistic::curvature, damping * std::max(Logistic::second_derivative(row.z), floor_));
      row.shift = 0;
    }
  }

  /// Change of the mean loss from z to z + s v: (1/m) Σ log(1 + (e^(−s v_i) − 1)(1 − μ_i)), with 1 − μ = −ℓ'.
  /// A difference of sums would lose changes below 10⁻¹⁶ of the loss.
  double loss_change(double s) const {
    double sum = 0;
    for (const LogisticModelRow& row : rows_) {
      const double v = s * row.shift;
      if (std::abs(v) < 1)
        sum += std::log1p(-row.slope * std::expm1(-v));
      else
        sum += Logistic::value(row.z + v) - Logistic::value(row.z);
    }
    return sum / m_;
  }

 private:
  double floor_;
};

}  // namespace descent
