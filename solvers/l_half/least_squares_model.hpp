#pragma once

#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
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

}  // namespace descent
