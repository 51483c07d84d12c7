#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/walking_solver.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/smooth/shared_loss_sum.hpp"

namespace descent {

/// Trust-region Newton: Lin, Weng and Keerthi (2008), "Trust Region Newton Method for Large-Scale Logistic
/// Regression", Algorithms 1 and 2; for SVR Ho and Lin (2012), "Large-scale Linear Support Vector
/// Regression".
///
///   min_w  f(w) = ½‖w‖² + C Σ_i ℓ(z_i),   C = 1/(λ m): F/λ
///
///   s ← argmin  ∇f·s + ½ s·∇²f s  in ‖s‖_M ≤ Δ, by conjugate gradients to a tenth of ‖∇f‖
///   ratio = (f(w) − f(w + s)) / −(∇f·s + ½ s·∇²f s);   w ← w + s if ratio > η₀;   Δ by ratio
///
/// ∇²f v = v + C Xᵀ(ℓ''(z) ∘ X v) is never formed; where ℓ'' does not exist it is generalised. η₀ = 1e-4,
/// η₁ = ¼, η₂ = ¾; σ₁ = ¼, σ₂ = ½, σ₃ = 4.
///
/// preconditioner: "none" is M = I, the papers' method. "diagonal" is M = 0.99 I + 0.01 diag ∇²f (Hsia,
/// Chiang and Lin 2018), in LIBLINEAR since version 2.20.
///
/// Deviations: the walk for f at a trial point takes gradient and curvatures as well, so that an accepted
/// step needs no other. Near the optimum, where f no longer shows the change, slope and curvature give the
/// reduction (change_along_step). Converged when ‖∇f‖ ≤ tolerance ‖∇f(0)‖ and the gap proved by the dual
/// weights −ℓ'(z_i), ‖∇f‖²/2, is small next to f.
///
/// The run also ends if 11 steps in a row promise less than 1e-12 of f, which then rests in rounding. These
/// have no radius, and each is solved further than the last: what is left may lie in directions that a tenth
/// of ‖∇f‖ does not see. The run is `stalled` if the gap proves it, else at its `limit`: conjugate gradients
/// may fail for a condition number beyond 10¹⁶.
///
/// An update is a trial point, a step of Newton's method. Each walk, for a product with ∇²f or a trial point,
/// counts all stored entries.
class TrustRegionNewton : public WalkingSolver {
 public:
  /// `nonzeros` and `C` belong to all rows that the losses are summed over.
  TrustRegionNewton(const Problem& problem, SharedLossSum losses, std::uint64_t nonzeros, double C,
                    const OptionValues& options);

  void weights(std::span<double> w) const override;
  std::optional<std::span<const double>> dual() const override;

 private:
  void walk() override;
  void evaluate(SmoothPoint& point);
  void begin_step();
  void begin_subproblem();
  void propose();
  void judge();
  void set_radius(double actual, double predicted, double factor);
  double length_of_gradient() const;

  SharedLossSum losses_;
  double C_;
  double tolerance_;
  bool preconditioned_;
  SmoothPoint here_;
  SmoothPoint trial_;
  std::vector<double> metric_;  ///< the diagonal of M, if it is not I
  std::vector<double> product_;
  ConjugateGradients step_;
  mutable std::vector<double> a_;
  double radius_ = 0;  ///< Δ
  bool started_ = false;
  double first_norm_ = 0;  ///< of ∇f
  int steps_at_rest_ = 0;  ///< in a row
};

std::vector<Option> trust_region_newton_options();

}  // namespace descent
