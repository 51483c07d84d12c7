#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Quadratic model in v of a mean loss at arguments z + s v, a weighted least-squares problem:
///
///   (1/m) Σ_i ℓ'(z_i) v_i + ½ W_i v_i²
///
/// Row has z, its slope ℓ'(z), its weight W and its shift v. The class for a loss derives from this one and
/// sets slopes and weights.
template <class Row>
class LeastSquaresModel {
 public:
  /// First and second derivative of the model along a column of X, at the current v.
  struct Derivatives {
    double first;
    double second;
  };
  Derivatives along(Line column) const {
    double first = 0;
    double second = 0;
    for_each_entry(column, [&](Index index, double value) {
      const Row& row = rows_[static_cast<std::size_t>(index)];
      const double x = value;
      first += x * (row.slope + row.weight * row.shift);
      second += x * x * row.weight;
    });
    return {first / m_, second / m_};
  }

  /// v += change · column.
  void move(Line column, double change) {
    for_each_entry(column, [&](Index index, double value) {
      rows_[static_cast<std::size_t>(index)].shift += change * value;
    });
  }

  /// z += s v. The model is out of date until `refresh`.
  void accept(double s) {
    for (Row& row : rows_) row.z += s * row.shift;
  }

 protected:
  explicit LeastSquaresModel(const Problem& problem)
      : rows_(static_cast<std::size_t>(problem.m())), m_(problem.m()) {}

  std::vector<Row> rows_;
  double m_;
};

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
