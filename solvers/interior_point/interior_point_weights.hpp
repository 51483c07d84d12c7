#pragma once

#include <memory>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/interior_point/interior_point_piece.hpp"
#include "solvers/problem/regularizer.hpp"

namespace descent {

/// The n weights of an interior point iteration for κ R(w) + Σ ℓ(z_i), with bounds, multipliers and
/// directions. Their part of the normal equations is (E⁻¹ + ZᵀΛ⁻¹Z) Δw = ZᵀΛ⁻¹r₁ + E⁻¹h. g is Zᵀa of the
/// current point. Weights without bounds have no products: their functions do nothing. A free intercept, the
/// last weight, has no part in R and no bounds: E⁻¹ = 0 and E⁻¹h = g_n.
class InteriorPointWeights {
 public:
  static std::unique_ptr<InteriorPointWeights> make(RegularizerKind kind, double kappa, std::size_t n,
                                                    bool free_intercept);
  virtual ~InteriorPointWeights() = default;

  /// Starts at w = 0, at a distance from the bounds for products of mu, but at most `widest`. For a tiny κ, p
  /// and q would be so much larger than any w that p − q loses its digits.
  virtual void start(double /*mu*/, double /*widest*/) {}
  /// Changes the columns: j is the former column origin[j] with its state, or new if −1. A new column gets
  /// the reduced costs of its g_j, unless (nearly) negative, and products of mu, with bounds of at most
  /// `widest`. Only under L1, without a free intercept.
  virtual void exchange_columns(std::span<const Index> origin, std::span<const double> g, double mu,
                                double widest) = 0;
  std::span<const double> values() const { return w_; }
  virtual double penalty() const = 0;  ///< κ R(w)
  virtual std::size_t pairs() const { return 0; }
  /// True if primal and dual variables must take the same step, as in a quadratic program.
  virtual bool single_step() const = 0;

  /// Adds E⁻¹ to the diagonal of the n×n matrix.
  virtual void add_diagonal(std::span<double> matrix) = 0;
  /// Adds E⁻¹h to b for products of aim.sigma_mu, with the share aim.second_order of the last recovered
  /// directions' second-order terms. The predictor aims at 0 without them.
  virtual void add_right_side(std::span<const double> g, const CorrectorAim& aim, std::span<double> b) = 0;
  /// Corrects the aims of single products by their values along their directions, and adds the change of the
  /// right side to b.
  virtual void correct_centrality(const CentralityAim& /*centrality*/, std::span<double> /*b*/) {}
  /// Recovers directions of bounds and multipliers from Δw for the last right side, with or without the last
  /// centrality corrections.
  virtual void recover(std::span<const double> g, std::span<const double> dw,
                       bool is_centrality_corrected) = 0;
  virtual void gather(StepStatistics& /*statistics*/) const {}
  virtual void move(double alpha, double beta) = 0;

  /// w with 0 for weights whose bounds are nearer to 0 than their reduced costs, in units of the mean |w_j|
  /// and κ: by strict complementarity one of the two vanishes at the optimum.
  virtual void clean(std::span<double> w) const = 0;

 protected:
  InteriorPointWeights(double kappa, std::size_t n) : kappa_(kappa), w_(n, 0.0) {}
  double kappa_;
  std::vector<double> w_;
};

}  // namespace descent
