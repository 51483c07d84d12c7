#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "solvers/problem/problem.hpp"

namespace descent {

/// Norms after an outer iteration of ADMM, from which its residuals and their bounds follow.
struct AdmmNorms {
  double w = 0;
  double xi = 0;
  double u = 0;
  double difference = 0;  ///< ‖w − ξ‖
  double movement = 0;    ///< ‖ξ − ξ_before‖
};

/// The sparse copy ξ of the weights and the multiplier u of w = ξ, a part of `admm`. Both start at 0.
template <class Regularizer>
class AdmmCopy {
 public:
  explicit AdmmCopy(const Problem& problem)
      : lambda_sum_(problem.lambda() * problem.m()),
        penalized_(static_cast<std::size_t>(problem.penalized_columns())),
        xi_(static_cast<std::size_t>(problem.n()), 0.0),
        u_(xi_.size(), 0.0) {}

  /// ξ ← argmin λ_sum R(ξ) − u·ξ + (ρ/2)‖w − ξ‖², a proximal step from w + u/ρ;   u ← u + ρ(w − ξ).
  AdmmNorms update(std::span<const double> w, double rho) {
    AdmmNorms squares;
    for (std::size_t j = 0; j < xi_.size(); ++j) {
      const double v = w[j] + u_[j] / rho;
      const double before = xi_[j];
      xi_[j] = j < penalized_ ? Regularizer::prox(v, lambda_sum_ / rho) : v;
      u_[j] += rho * (w[j] - xi_[j]);
      squares.w += w[j] * w[j];
      squares.xi += xi_[j] * xi_[j];
      squares.u += u_[j] * u_[j];
      squares.difference += (w[j] - xi_[j]) * (w[j] - xi_[j]);
      squares.movement += (xi_[j] - before) * (xi_[j] - before);
    }
    return {std::sqrt(squares.w), std::sqrt(squares.xi), std::sqrt(squares.u), std::sqrt(squares.difference),
            std::sqrt(squares.movement)};
  }

  std::span<const double> xi() const { return xi_; }
  std::span<const double> u() const { return u_; }

 private:
  double lambda_sum_;  ///< λ m
  std::size_t penalized_;
  std::vector<double> xi_;
  std::vector<double> u_;
};

}  // namespace descent
