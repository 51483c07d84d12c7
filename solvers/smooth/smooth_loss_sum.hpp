#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

inline double norm(std::span<const double> v) {
  double sum = 0;
  for (const double v_j : v) sum += v_j * v_j;
  return std::sqrt(sum);
}

/// A point w and what SmoothLossSum::evaluate finds out about the losses there: as much as there is room for.
struct SmoothPoint {
  enum class Detail { gradient, value, curvatures, diagonal };

  /// w = 0; `detail` and all that comes before it.
  SmoothPoint(const Problem& problem, Detail detail)
      : w(static_cast<std::size_t>(problem.n()), 0.0),
        gradient(w.size(), 0.0),
        arguments(detail >= Detail::value ? static_cast<std::size_t>(problem.m()) : 0, 0.0),
        curvatures(detail >= Detail::curvatures ? arguments.size() : 0, 0.0),
        diagonal(detail >= Detail::diagonal ? w.size() : 0, 0.0) {}

  std::vector<double> w;
  std::vector<double> gradient;    ///< Σ_i c_i ℓ'(z_i) row_i
  double value = 0;                ///< Σ_i c_i ℓ(z_i)
  std::vector<double> arguments;   ///< z_i
  std::vector<double> curvatures;  ///< c_i ℓ''(z_i)
  std::vector<double> diagonal;    ///< Σ_i c_i ℓ''(z_i) row_i², that of the Hessian
};

/// Σ_i c_i ℓ(z_i) of a smooth loss, z_i = row_i·w − target_i, with its derivatives. Every call is one walk
/// over the rows, in which a row that is added to a sum is still in the cache from the product before, unless
/// it is given the arguments. Spans have n values (w, v, product) or m (arguments z, curvatures, a).
template <class Loss>
class SmoothLossSum {
  static_assert(Loss::smooth, "the loss must have a Lipschitz derivative");

 public:
  /// Keeps a reference to the problem.
  explicit SmoothLossSum(const Problem& problem)
      : rows_(problem.rows()), problem_(problem), loss_(problem.loss_as<Loss>()) {}

  /// Fills in what the point has room for.
  void evaluate(SmoothPoint& point) const {
    if (point.arguments.empty()) return walk(point, [](Index, double) {});
    std::fill(point.diagonal.begin(), point.diagonal.end(), 0.0);
    double* const arguments = point.arguments.data();
    double* const curvatures = point.curvatures.empty() ? nullptr : point.curvatures.data();
    double* const diagonal = point.diagonal.empty() ? nullptr : point.diagonal.data();
    double sum = 0;
    walk(point, [&, arguments, curvatures, diagonal](Index i, double z) {
      arguments[i] = z;
      sum += of_row(loss_, i).value(z);
      if (curvatures == nullptr) return;
      const double curvature = curvatures[i] = of_row(loss_, i).second_derivative(z);
      if (curvature == 0 || diagonal == nullptr) return;
      for (const Entry& entry : rows_[i]) {
        const auto value = static_cast<double>(entry.value);
        diagonal[entry.index] += curvature * value * value;
      }
    });
    point.value = sum;
  }

  /// product = Σ_i curvatures_i row_i (row_i·v): the (generalised) Hessian times v.
  void hessian_product(std::span<const double> curvatures, std::span<const double> v,
                       std::span<double> product) const {
    std::fill(product.begin(), product.end(), 0.0);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const double curvature = curvatures[static_cast<std::size_t>(i)];
      if (curvature != 0) add(rows_[i], curvature * dot(rows_[i], v.data()), product.data());
    }
  }

  /// How far the sum at arguments `after` lies above its tangent at `before`: see change_along_step.
  double above_tangent(std::span<const double> before, std::span<const double> after) const {
    double sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      sum += of_row(loss_, i).above_tangent(before[i], after[i] - before[i]);
    return sum;
  }

  /// a_i = −ℓ'(z_i), dual weights in the sense of Problem::lower_bound that are optimal where w is.
  void dual_weights(std::span<const double> w, std::span<double> a) const {
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      a[static_cast<std::size_t>(i)] = -unit_of(loss_).derivative(argument(i, w));
    }
  }

 private:
  double argument(Index i, std::span<const double> w) const {
    return dot(rows_[i], w.data()) - problem_.target(i);
  }

  template <class Visit>
  void walk(SmoothPoint& point, const Visit& visit) const {
    const std::span<const double> w = point.w;
    const std::span<double> gradient = point.gradient;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const double z = argument(i, w);
      visit(i, z);
      const double derivative = of_row(loss_, i).derivative(z);
      if (derivative != 0) add(rows_[i], derivative, gradient.data());
    }
  }

  const SparseMatrix& rows_;
  const Problem& problem_;
  Loss loss_;
};

}  // namespace descent
