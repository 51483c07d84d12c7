#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "solvers/coordinate/per_row.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// The dual of linear SVM and its one-variable step: Hsieh, Chang, Lin, Keerthi, Sundararajan (2008), "A Dual
/// Coordinate Descent Method for Large-scale Linear SVM".
///
///   min_α  ½ αᵀ Q̄ α − eᵀα,   0 ≤ α_i ≤ U,   Q̄ = Q + D,  Q_ij = y_i y_j x_i·x_j,  C = 1/(λ m)
///   hinge: U = C, D_ii = 0.     squared_hinge: U = ∞, D_ii = 1/(2C).     w = Σ_i α_i y_i x_i
///
///   G = y_i w·x_i − 1 + D_ii α_i;   α_i ← min(max(α_i − ω G/Q̄_ii, 0), U);   w ← w + Δα_i y_i x_i
///
/// ω is 1 except with over-relaxation. An empty row has Q̄_ii = 0 under hinge: its α_i is C from the start. A
/// row of weight c_i has C c_i for C, in its own SvmDual.
template <class Loss>
struct SvmDual {
  struct Variable {
    double alpha;
    double step;  ///< ω/Q̄_ii
  };

  double U;
  double D;

  explicit SvmDual(double C)
      : U(Loss::kind == LossKind::hinge ? C : infinity),
        D(Loss::kind == LossKind::hinge ? 0.0 : 1 / (2 * C)) {}

  static PerRow<SvmDual> of_rows(const Problem& problem) {
    return {problem, [](double C) { return SvmDual(C); }};
  }

  /// The variable of a row with these ‖row‖² at the start. `omega` multiplies its steps.
  Variable start(double squares, double omega = 1) const {
    const double Q_ii = squares + D;
    return {Q_ii > 0 ? 0.0 : U, Q_ii > 0 ? 1 / Q_ii * omega : 0.0};
  }

  /// Variables of all rows at the start.
  static std::vector<Variable> variables(const Problem& problem, double omega = 1) {
    return variables_of_rows(problem, [dual = of_rows(problem), omega](Index i, double squares) {
      return dual[i].start(squares, omega);
    });
  }

  [[gnu::always_inline]] double gradient(Line row, const Variable& variable, const double* w) const {
    return add_product(dot_in_lanes(row, w) - 1, D, variable.alpha);
  }

  /// The part of the gradient along which the box lets α move.
  double projected(double G, const Variable& variable) const {
    if (variable.alpha == 0) return std::min(G, 0.0);
    if (variable.alpha == U) return std::max(G, 0.0);
    return G;
  }

  /// C (ℓ(z) + ℓ*(−a) + a z), of which squared hinge has a bound; 0 where PG is 0.
  double gap(double G, double PG, const Variable& variable) const {
    if constexpr (Loss::kind == LossKind::hinge)
      return add_product(U * std::max(0.0, -G), variable.alpha, G);
    else
      return PG * PG / (2 * D);
  }

  /// Steps with w += sigma Δα_i y_i x_i.
  [[gnu::always_inline]] void step(Line row, double G, Variable& variable, double* w,
                                   double sigma = 1) const {
    const double alpha = std::min(std::max(add_product(variable.alpha, -G, variable.step), 0.0), U);
    add_in_lanes(row, sigma * (alpha - variable.alpha), w);
    variable.alpha = alpha;
  }
};

}  // namespace descent
