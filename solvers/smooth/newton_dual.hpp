#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/deadline.hpp"
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
/// d is small, and so is its rounding. What rounding leaves of v − λ (w + d) is solved for again. Takes one
/// walk over the rows, one for each product of conjugate gradients, and two for each system, which are
/// counted. Throws OutOfTime at the deadline.
inline std::optional<std::vector<double>> newton_dual_weights(const Problem& problem,
                                                              std::span<const double> w,
                                                              const Deadline& deadline,
                                                              std::uint64_t& entries_touched) {
  constexpr double residual_to_leave = 1e-9;
  constexpr int most_products = 50;
  constexpr double enough = 1e-8;  // D is then 10⁻¹⁶ F below the model's
  const bool is_smooth =
      with_loss(problem.loss(), problem.epsilon(), []<class Loss>(const Loss&) { return Loss::smooth; });
  if (!is_smooth || problem.regularizer() != RegularizerKind::l2 || problem.free_intercept())
    return std::nullopt;
  const auto walk = [&] {
    deadline.check();
    entries_touched += static_cast<std::uint64_t>(problem.rows().nonzeros());
  };
  const auto losses = SmoothLossSum::make(problem);
  SmoothPoint point(problem, SmoothPoint::Detail::diagonal);
  point.w.assign(w.begin(), w.end());
  walk();
  losses->evaluate(point);
  // F/λ, as in LIBLINEAR.
  const double C = problem.c();
  std::vector<double>& moved = point.w;  // w + d
  for (std::size_t j = 0; j < moved.size(); ++j) {
    point.gradient[j] = moved[j] + C * point.gradient[j];
    point.diagonal[j] = 1 + C * point.diagonal[j];
  }
  std::vector<double> a(point.arguments.size());
  losses->dual_weights_at(point.arguments, a);
  std::vector<double> best = a;
  double least = infinity;
  std::vector<double> weighted(a.size());
  std::vector<double> product(moved.size());
  ConjugateGradients step(moved.size(), ConjugateGradients::Norm::of_inverse_metric);
  for (int products = 0;;) {
    const double rest = norm(point.gradient);
    if (!(rest < least)) return best;  // only rounding is left
    least = rest;
    best = a;
    if (rest <= enough * norm(moved) || products == most_products) return best;
    step.begin(point.gradient, point.diagonal, residual_to_leave);
    for (; products < most_products && !step.finished(); ++products) {
      const auto direction = step.direction();
      walk();
      losses->hessian_product(point.curvatures, direction, product);
      for (std::size_t j = 0; j < moved.size(); ++j) product[j] = direction[j] + C * product[j];
      step.step(product);
    }
    for (std::size_t j = 0; j < moved.size(); ++j) moved[j] += step.solution()[j];
    walk();
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (point.curvatures[i] == 0) continue;
      const double along_step = dot(problem.rows()[static_cast<Index>(i)], step.solution().data());
      a[i] -= point.curvatures[i] / problem.row_weight(i) * along_step;
    }
    for (std::size_t i = 0; i < a.size(); ++i) weighted[i] = problem.row_weight(i) * a[i];
    walk();
    losses->sum_rows(weighted, 1 / C, product);
    for (std::size_t j = 0; j < moved.size(); ++j) point.gradient[j] = moved[j] - product[j];
  }
}

}  // namespace descent
