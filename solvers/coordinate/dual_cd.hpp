#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Dual coordinate descent for linear SVM: Hsieh, Chang, Lin, Keerthi, Sundararajan (2008), "A Dual
/// Coordinate Descent Method for Large-scale Linear SVM". This is α with its bounds and the one-variable
/// step, which all orders share.
///
///   min_α  ½ αᵀ Q̄ α − eᵀα,   0 ≤ α_i ≤ U,   Q̄ = Q + D,  Q_ij = y_i y_j x_i·x_j,  C = 1/(λ m)
///   hinge: U = C, D_ii = 0.     squared_hinge: U = ∞, D_ii = 1/(2C).     w = Σ_i α_i y_i x_i
///
///   G = y_i w·x_i − 1 + D_ii α_i;   α_i ← min(max(α_i − G/Q̄_ii, 0), U);   w ← w + Δα_i y_i x_i
///
/// An empty row has Q̄_ii = 0 under hinge: its α_i is C from the start.
template <class Loss>
class DualCd : public Solver {
 public:
  explicit DualCd(const Problem& problem)
      : rows_(problem.rows()),
        C_(problem.c()),
        U_(Loss::kind == LossKind::hinge ? problem.c() : std::numeric_limits<double>::infinity()),
        D_(Loss::kind == LossKind::hinge ? 0.0 : 1 / (2 * problem.c())),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        variables_(static_cast<std::size_t>(problem.m())),
        a_(variables_.size(), 0.0) {
    for (Index i = 0; i < problem.m(); ++i) {
      const double Q_ii = squared_norm(rows_[i]) + D_;
      variables_[static_cast<std::size_t>(i)] = Q_ii > 0 ? Variable{0, 1 / Q_ii} : Variable{C_, 0};
    }
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = variables_[i].alpha / C_;
    return a_;
  }

 protected:
  struct Variable {
    double alpha;
    double inverse_Q;
  };

  double gradient(std::span<const Entry> row, const Variable& variable) const {
    return dot(row, w_.data()) - 1 + D_ * variable.alpha;
  }

  /// The gradient's part along which the box lets α move.
  double projected(double G, const Variable& variable) const {
    if (variable.alpha == 0) return std::min(G, 0.0);
    if (variable.alpha == U_) return std::max(G, 0.0);
    return G;
  }

  void step(std::span<const Entry> row, double G, Variable& variable) {
    const double alpha = std::min(std::max(variable.alpha - G * variable.inverse_Q, 0.0), U_);
    add(row, alpha - variable.alpha, w_.data());
    variable.alpha = alpha;
  }

  const SparseMatrix& rows_;
  double C_;
  double U_;
  double D_;
  std::vector<double> w_;
  std::vector<Variable> variables_;
  mutable std::vector<double> a_;
  Progress progress_;
};

}  // namespace descent
