#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// Newton's method for a small dense problem, a part of `proximal_newton`:
///
///   min_x  g·(x − x₀) + ½ (x − x₀)·H (x − x₀) + Σ_k κ_k |x_k|,   x_k = 0 or of the sign of x₀_k where κ_k >
///   0
///
/// A weight that has become 0 stays there. H is symmetric and positive semidefinite, maybe singular to
/// working precision.
class FaceQuadratic {
 public:
  /// `hessian`: n² doubles; the others n. The problem starts at x₀ = x.
  FaceQuadratic(std::vector<double> hessian, std::vector<double> x, std::vector<double> gradient,
                std::vector<double> kappa);

  /// A Newton step for the weights that are not yet 0, of which at most `longest` is taken. Where a sign is
  /// in the way it goes to the best of a few points on the step's projection (Bertsekas 1982, "Projected
  /// Newton methods for optimization problems with simple constraints"), or to where the first weight becomes
  /// 0. Returns whether it has come to the minimum, or cannot come nearer.
  bool step(double longest);

  std::span<const double> x() const { return x_; }

 private:
  /// The Newton step, by weight; false when it is not finite or does not go down.
  bool find_direction();
  /// The change that `share` of the step makes, weights that would change sign becoming 0.
  void project(double share, std::vector<double>& change) const;
  /// By how much the function rises, and H change.
  double rise(std::span<const double> change, std::vector<double>& image) const;

  std::size_t n_;
  std::vector<double> hessian_;
  std::vector<double> x_;
  std::vector<double> gradient_;
  std::vector<double> kappa_;
  std::vector<double> direction_;
};

}  // namespace descent
