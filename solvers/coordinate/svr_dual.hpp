#pragma once

#include <algorithm>
#include <cmath>

#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// The dual of linear support vector regression, and the minimiser along one variable: Ho, Lin (2012),
/// "Large-scale Linear Support Vector Regression". The paper's λ is called μ here; C = 1/(λ m) has the λ of
/// the problem. Q_ij = x_i·x_j, and u = w = Σ β_i x_i. The dual can be written in two ways.
///
/// With m variables β:
///   f_B(β) = ½ βᵀ(Q + μ I)β − yᵀβ + ε‖β‖₁,   −U ≤ β_i ≤ U
///
/// With 2m variables α⁺ and α⁻:
///   f_A(α⁺, α⁻) = ½ (α⁺ − α⁻)ᵀ Q (α⁺ − α⁻)
///                 + Σ_i [ε(α_i⁺ + α_i⁻) − y_i(α_i⁺ − α_i⁻) + (μ/2)(α_i⁺² + α_i⁻²)],   0 ≤ α_i⁺, α_i⁻ ≤ U
///
/// epsilon_insensitive has μ = 0 and U = C; squared_epsilon_insensitive has μ = 1/(2C) and U = ∞.
///
/// Both have the same minimum, with β = α⁺ − α⁻ and α_i⁺ α_i⁻ = 0. Under epsilon_insensitive a row with x_i =
/// 0 has no curvature: its β_i minimises ε|β| − yβ within the bounds and depends on no other row.
struct SvrDual {
  /// State of a row.
  struct alignas(32) Variable {
    double target;     ///< y_i
    double inverse_H;  ///< 0 if H = 0
    double alpha;      ///< β_i
  };

  double C;
  double U;
  double mu;
  double epsilon;

  /// A row of weight c_i has C c_i in place of C.
  SvrDual(const Problem& problem, double C_of_row)
      : C(C_of_row),
        U(problem.loss() == LossKind::epsilon_insensitive ? C : infinity),
        mu(problem.loss() == LossKind::epsilon_insensitive ? 0.0 : 1 / (2 * C)),
        epsilon(problem.epsilon()) {}

  /// Distance of 0 from the subdifferential of f_B along β_i, whose part allowed by the bounds is [G − ε,
  /// G + ε]; G = u·x_i − y_i + μ β_i.
  double violation(double beta, double G) const {
    const double g_p = G + epsilon;
    const double g_n = G - epsilon;
    if (beta == 0) return std::max({-g_p, g_n, 0.0});
    if (beta > 0) return beta < U ? std::abs(g_p) : std::max(g_p, 0.0);
    return beta > -U ? std::abs(g_n) : std::max(-g_n, 0.0);
  }

  /// True if β_i is 0 or at a bound and would stay there if G changed by less than `slack`.
  bool settled(double beta, double G, double slack) const {
    if (beta == 0) return G + epsilon > slack && G - epsilon < -slack;
    if (beta == U) return G + epsilon < -slack;
    return beta == -U && G - epsilon > slack;
  }

  /// argmin of f_B over β_i, H = ‖x_i‖² + μ > 0: Algorithm 4.
  double minimiser(double beta, double G, double inverse_H) const {
    const double from_right = beta - (G + epsilon) * inverse_H;
    if (from_right > 0) return std::min(from_right, U);
    const double from_left = beta - (G - epsilon) * inverse_H;
    return from_left < 0 ? std::max(from_left, -U) : 0.0;
  }

  /// argmin of f_B over β_i if H = 0, hence x_i = 0.
  double flat_minimiser(double target) const {
    return std::abs(target) > epsilon ? std::copysign(U, target) : 0.0;
  }

  /// The variable of a row with these ‖x_i‖² at the start; for H = 0 at its minimiser.
  Variable start(double target, double squares) const {
    const double H = squares + mu;
    return {target, H > 0 ? 1 / H : 0, H > 0 ? 0 : flat_minimiser(target)};
  }

  [[gnu::always_inline]] double gradient(Line row, const Variable& variable, const double* u) const {
    return dot_in_lanes(row, u) - variable.target + mu * variable.alpha;
  }

  /// Steps to the minimum along β_i, with u += sigma Δβ_i x_i.
  [[gnu::always_inline]] void step(Line row, double G, Variable& variable, double* u,
                                   double sigma = 1) const {
    const double beta = minimiser(variable.alpha, G, variable.inverse_H);
    if (beta == variable.alpha) return;
    add_in_lanes(row, sigma * (beta - variable.alpha), u);
    variable.alpha = beta;
  }

  /// |∇^P f_A| along α_i⁺ or α_i⁻, whose derivative is G.
  double half_violation(double alpha, double G) const {
    if (alpha == 0) return std::max(-G, 0.0);
    return alpha < U ? std::abs(G) : std::max(G, 0.0);
  }

  /// True if α is at a bound and would stay there if G changed by less than `slack`.
  bool half_settled(double alpha, double G, double slack) const {
    return (alpha == 0 && G > slack) || (alpha == U && G < -slack);
  }

  /// argmin of f_A over α_i⁺ or α_i⁻, H > 0: Hsieh et al. (2008), Algorithm 1.
  double half_minimiser(double alpha, double G, double inverse_H) const {
    return std::clamp(alpha - G * inverse_H, 0.0, U);
  }
};

}  // namespace descent
