#pragma once

#include <algorithm>
#include <span>

#include "solvers/problem/problem.hpp"

namespace descent {

/// Σ_i ℓ(z_i) of a smooth loss, z_i = row_i·w − target_i, with its derivatives. Every call is one walk over
/// the rows, in which a row that is added to a sum is still in the cache from the product before, unless it
/// is given the arguments. Spans have n values (w, gradient, diagonal, v, product) or m (arguments z,
/// curvatures, a).
template <class Loss>
class SmoothLossSum {
  static_assert(Loss::smooth, "the loss must have a Lipschitz derivative");

 public:
  /// Keeps a reference to the problem.
  explicit SmoothLossSum(const Problem& problem)
      : rows_(problem.rows()), problem_(problem), loss_(problem.loss_as<Loss>()) {}

  /// gradient = Σ_i ℓ'(z_i) row_i.
  void gradient(std::span<const double> w, std::span<double> gradient) const {
    walk(w, gradient, [](Index, double) {});
  }

  /// The same, and arguments_i = z_i; returns Σ_i ℓ(z_i).
  double value_and_gradient(std::span<const double> w, std::span<double> gradient,
                            std::span<double> arguments) const {
    double sum = 0;
    walk(w, gradient, [&](Index i, double z) {
      arguments[static_cast<std::size_t>(i)] = z;
      sum += loss_.value(z);
    });
    return sum;
  }

  /// The same, and curvatures_i = ℓ''(z_i) and, unless it is empty, diagonal = Σ_i ℓ''(z_i) row_i², that of
  /// the Hessian.
  double value_and_derivatives(std::span<const double> w, std::span<double> gradient,
                               std::span<double> arguments, std::span<double> curvatures,
                               std::span<double> diagonal) const {
    double sum = 0;
    std::fill(diagonal.begin(), diagonal.end(), 0.0);
    walk(w, gradient, [&](Index i, double z) {
      arguments[static_cast<std::size_t>(i)] = z;
      sum += loss_.value(z);
      const double curvature = loss_.second_derivative(z);
      curvatures[static_cast<std::size_t>(i)] = curvature;
      if (curvature == 0 || diagonal.empty()) return;
      for (const Entry& entry : rows_[i]) {
        const auto value = static_cast<double>(entry.value);
        diagonal[static_cast<std::size_t>(entry.index)] += curvature * value * value;
      }
    });
    return sum;
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
      sum += loss_.above_tangent(before[i], after[i] - before[i]);
    return sum;
  }

  /// a_i = −ℓ'(z_i), dual weights in the sense of Problem::lower_bound that are optimal where w is.
  void dual_weights(std::span<const double> w, std::span<double> a) const {
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      a[static_cast<std::size_t>(i)] = -loss_.derivative(argument(i, w));
    }
  }

 private:
  double argument(Index i, std::span<const double> w) const {
    return dot(rows_[i], w.data()) - problem_.target(i);
  }

  template <class Visit>
  void walk(std::span<const double> w, std::span<double> gradient, const Visit& visit) const {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (Index i = 0; i < rows_.outer_size(); ++i) {
      const double z = argument(i, w);
      visit(i, z);
      const double derivative = loss_.derivative(z);
      if (derivative != 0) add(rows_[i], derivative, gradient.data());
    }
  }

  const SparseMatrix& rows_;
  const Problem& problem_;
  Loss loss_;
};

}  // namespace descent
