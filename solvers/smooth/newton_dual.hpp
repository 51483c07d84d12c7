#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"

namespace descent {

/// Dual weights of a smooth loss under L2 at weights w near the optimum; nothing for other problems or with a
/// free intercept. D(−ℓ'(z)) is ‖∇F‖²/(2λ) below F. If w is rounded to double, z_i moves by about
/// 10⁻¹⁶ ‖row_i‖ ‖w‖, and ∇F by ‖row_i‖ times that: rows of 10⁹ leave no bound. The weights here belong to
/// the gradient's linear model at w + d, so that v = λ (w + d):
///
///   a_i = −ℓ'(z_i) − ℓ''(z_i) row_i·d,   (λ I + (1/m) Σ_i c_i ℓ''(z_i) row_iᵀ row_i) d = −∇F
///
/// d is small, and so is its rounding. Takes a walk over the rows for each product of conjugate gradients,
/// and two more.
inline std::optional<std::vector<double>> newton_dual_weights(const Problem& problem,
                                                              std::span<const double> w) {
  constexpr double residual_to_leave = 1e-9;
  constexpr int most_products = 50;
  const bool is_smooth =
      with_loss(problem.loss(), problem.epsilon(), []<class Loss>(const Loss&) { return Loss::smooth; });
  if (!is_smooth || problem.regularizer() != RegularizerKind::l2 || problem.free_intercept())
    return std::nullopt;
  const auto losses = SmoothLossSum::make(problem);
  SmoothPoint point(problem, SmoothPoint::Detail::diagonal);
  point.w.assign(w.begin(), w.end());
  losses->evaluate(point);
  // F/λ, as in LIBLINEAR.
  const double C = problem.c();
  for (std::size_t j = 0; j < w.size(); ++j) {
    point.gradient[j] = w[j] + C * point.gradient[j];
    point.diagonal[j] = 1 + C * point.diagonal[j];
  }
  ConjugateGradients newton_step(w.size(), ConjugateGradients::Norm::of_inverse_metric);
  newton_step.begin(point.gradient, point.diagonal, residual_to_leave);
  std::vector<double> product(w.size());
  for (int k = 0; k < most_products && !newton_step.finished(); ++k) {
    const auto direction = newton_step.direction();
    losses->hessian_product(point.curvatures, direction, product);
    for (std::size_t j = 0; j < w.size(); ++j) product[j] = direction[j] + C * product[j];
    newton_step.step(product);
  }
  std::vector<double> a(point.arguments.size());
  losses->dual_weights_at(point.arguments, a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (point.curvatures[i] == 0) continue;
    const double along_step = dot(problem.rows()[static_cast<Index>(i)], newton_step.solution().data());
    a[i] -= point.curvatures[i] / problem.row_weight(i) * along_step;
  }
  return a;
}

}  // namespace descent
