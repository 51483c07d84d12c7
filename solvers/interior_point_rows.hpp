#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "datasets/sparse_matrix.hpp"
#include "solvers/step_statistics.hpp"

namespace descent {

/// Two sums over the rows for each column, side by side: a walk that needs both touches memory once.
using ColumnPair = std::array<double, 2>;

/// The m rows of an interior point iteration for κ R(w) + Σ max(0, 1 − z_i), z = Zw: losses ξ and surpluses s
/// of z + ξ − s = 1 with their multipliers b = 1 − a and a, all positive, and the walks over Z that an
/// iteration needs. Eliminating ξ, s and a from Newton's equations leaves, in a row,
///   Δa = Λ⁻¹(r₁ − ZΔw),   Λ = ξ/b + s/a,   r₁ = 1 − z − t_ξ/b + t_s/a,
///   Δξ = t_ξ/b + ξ (Δa/b − 1),   Δs = t_s/a − s (Δa/a + 1),
/// where the products ξ b and s a are to become t_ξ and t_s. Directions are computed again where they are
/// needed from ZΔw alone, which is cheaper than to keep them in memory.
class InteriorPointRows {
 public:
  /// At a = ½, z = 0. `rows` must outlive the object.
  explicit InteriorPointRows(const SparseMatrix& rows);

  /// The same rows with other columns, at the current point, whose z is that of before until move().
  void exchange_columns(const SparseMatrix& rows) { rows_ = &rows; }

  /// Λ⁻¹ and a at the current point.
  std::span<const double> weight() const { return weight_; }
  std::span<const double> dual() const { return a_; }

  /// Makes Δw the predictor's direction (products of 0). Sums: ZᵀΛ⁻¹ times (1/a − 1/b) and times the
  /// second-order terms in r₁, which the corrector's right side is made of.
  void predict(std::span<const double> dw, StepStatistics& statistics, std::span<ColumnPair> sums);

  /// Makes Δw the corrector's direction: products of sigma_mu, with this share of the second-order terms of
  /// the last predictor.
  void correct(std::span<const double> dw, double sigma_mu, double second_order, StepStatistics& statistics);

  struct Sums {
    double loss = 0;  ///< Σ max(0, 1 − z_i)
    double dual = 0;  ///< Σ a_i
  };
  /// Steps along the corrector's direction (0, 0: stays) to where the weights are w. Sums: v = Zᵀa/m, in the
  /// very arithmetic of Problem::lower_bound (with a tiny λ v is a difference of far larger numbers, and
  /// another order of operations would certify another value), and ZᵀΛ⁻¹(1 − z).
  Sums move(double alpha, double beta, std::span<const double> w, std::span<ColumnPair> sums);

 private:
  struct Point;
  struct Direction;
  Point at(std::size_t i) const;
  Direction predicted(const Point& point, double dz) const;
  Direction corrected(const Point& point, std::size_t i) const;

  const SparseMatrix* rows_;
  std::size_t m_;
  std::vector<double> z_;
  std::vector<double> xi_;
  std::vector<double> s_;
  std::vector<double> a_;
  std::vector<double> b_;  ///< 1 − a, kept apart: it would lose its digits near 0
  std::vector<double> weight_;
  std::vector<double> predicted_dz_;
  std::vector<double> corrected_dz_;
  double sigma_mu_ = 0;
  double second_order_ = 0;
};

}  // namespace descent
