#pragma once

#include <memory>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/interior_point/interior_point_piece.hpp"
#include "solvers/problem/regularizer.hpp"

namespace descent {

/// The n weights of an interior point iteration for κ R(w) + Σ ℓ(z_i) with what belongs to them:
/// their bounds, multipliers and directions, and their share of the normal equations
/// (E⁻¹ + ZᵀΛ⁻¹Z) Δw = ZᵀΛ⁻¹r₁ + E⁻¹h. g stands for Zᵀa of the current point everywhere. A free intercept,
/// the last weight, is left out of R: it has no bounds, E⁻¹ = 0 and E⁻¹h = g_n.
class InteriorPointWeights {
 public:
  static std::unique_ptr<InteriorPointWeights> make(RegularizerKind kind, double kappa, std::size_t n,
                                                    bool free_intercept);
  virtual ~InteriorPointWeights() = default;

  /// w = 0, at a distance from the bounds that gives products of mu, but at most `widest`: for a tiny κ, p
  /// and q would be so much larger than any w that p − q loses its digits.
  virtual void start(double mu, double widest) = 0;
  /// Other columns: j is origin[j] of before with all that belongs to it, or new if that is −1. A new one
  /// gets the reduced costs that its g_j says, where they are not (nearly) negative, and products of mu, with
  /// bounds of at most `widest`. Under L1 alone, and not with a free intercept.
  virtual void exchange_columns(std::span<const Index> origin, std::span<const double> g, double mu,
                                double widest) = 0;
  std::span<const double> values() const { return w_; }
  virtual double penalty() const = 0;  ///< κ R(w)
  virtual std::size_t pairs() const = 0;
  /// Whether primal and dual variables have to move by the same step, as they do in a quadratic program.
  virtual bool single_step() const = 0;

  /// Adds E⁻¹ to the diagonal of the n×n matrix.
  virtual void add_diagonal(std::span<double> matrix) = 0;
  /// Adds E⁻¹h to b for products of aim.sigma_mu, with aim.second_order as the share of the second-order
  /// terms of the directions that were recovered last. The predictor aims at 0 without them.
  virtual void add_right_side(std::span<const double> g, const CorrectorAim& aim, std::span<double> b) = 0;
  /// Corrects the aims of single products by what their directions make of them, and adds to b what that adds
  /// to the corrector's right side.
  virtual void correct_centrality(const CentralityAim& wanted, std::span<double> b) = 0;
  /// Recovers the directions of bounds and multipliers from Δw for the right side that was asked for last,
  /// with the corrections of aims that were made last or without.
  virtual void recover(std::span<const double> g, std::span<const double> dw,
                       bool is_centrality_corrected) = 0;
  virtual void gather(StepStatistics& statistics) const = 0;
  virtual void move(double alpha, double beta) = 0;

  /// w with 0 for every weight whose bounds are nearer to 0 than their reduced costs, both in their own units
  /// (the mean |w_j| and κ): by strict complementarity one of the two vanishes at the optimum.
  virtual void clean(std::span<double> w) const = 0;

 protected:
  InteriorPointWeights(double kappa, std::size_t n) : kappa_(kappa), w_(n, 0.0) {}
  double kappa_;
  std::vector<double> w_;
};

}  // namespace descent
