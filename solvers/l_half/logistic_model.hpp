#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// The mean logistic loss at margins z + s v, and its quadratic model in v around z, which iteratively
/// reweighted least squares minimises:
///
///   (1/m) Σ_i ℓ'(z_i) v_i + ½ W_i v_i²,   W_i = min(¼, damping · max(ℓ''(z_i), floor))
///
/// ℓ'' = μ(1 − μ) ≤ ¼. A floor above 0 keeps working responses z − ℓ'/W finite; with every W_i = ¼ the model
/// lies above the loss. Starts at z = 0, v = 0, that is at w = 0.
class LogisticModel {
 public:
  static constexpr double floor = 1e-5;
  /// From this damping on the model lies above the loss, whatever z is.
  static constexpr double sufficient_damping = Logistic::curvature / floor;

  /// Without a floor, for the plain iteration, all weights of a column may be 0 by underflow.
  LogisticModel(const Problem& problem, bool has_floor)
      : rows_(static_cast<std::size_t>(problem.m())), m_(problem.m()), floor_(has_floor ? floor : 0.0) {
    refresh(1);
  }

  /// Builds the model around the current z, with v = 0.
  void refresh(double damping) {
    for (Row& row : rows_) {
      row.slope = Logistic::derivative(row.z);
      row.weight =
          std::min(Logistic::curvature, damping * std::max(Logistic::second_derivative(row.z), floor_));
      row.shift = 0;
    }
  }

  /// First and second derivative of the model along a column of X, at the current v.
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
      first += x * (row.slope + row.weight * row.shift);
      second += x * x * row.weight;
    }
    return {first / m_, second / m_};
  }

  /// v += change · column.
  void move(std::span<const Entry> column, double change) {
    for (const Entry& entry : column)
      rows_[static_cast<std::size_t>(entry.index)].shift += change * static_cast<double>(entry.value);
  }

  /// The mean loss at z + s v minus that at z: (1/m) Σ log(1 + (e^(−s v_i) − 1)(1 − μ_i)), with 1 − μ = −ℓ'.
  /// A difference of two sums would lose what a step changes once that is less than 10⁻¹⁶ of the loss.
  double loss_change(double s) const {
    double sum = 0;
    for (const Row& row : rows_) {
      const double v = s * row.shift;
      if (std::abs(v) < 1)
        sum += std::log1p(-row.slope * std::expm1(-v));
      else
        sum += Logistic::value(row.z + v) - Logistic::value(row.z);
    }
    return sum / m_;
  }

  /// z += s v. The model is out of date until `refresh`.
  void accept(double s) {
    for (Row& row : rows_) row.z += s * row.shift;
  }

 private:
  /// Everything about a row on half a cache line: rows are visited in a column's order.
  struct Row {
    double z = 0;
    double slope = 0;   ///< ℓ'(z)
    double weight = 0;  ///< W
    double shift = 0;   ///< v
  };

  std::vector<Row> rows_;
  double m_;
  double floor_;
};

}  // namespace descent
