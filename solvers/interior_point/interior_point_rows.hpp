#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "solvers/interior_point/interior_point_piece.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Two sums over the rows per column, side by side: a walk for both touches memory once.
using ColumnPair = std::array<double, 2>;

/// The m rows of an interior point iteration for κ R(w) + Σ ℓ(z_i), and its walks over them, for losses that
/// are sums of hinges Σ_p max(0, offset_p − sign_p z):
///   hinge                 max(0, 1 − z)
///   epsilon_insensitive   max(0, −ε − z) + max(0, z − ε)
/// or c_i times such a sum, if rows have weights. Each piece has its own a_p (interior_point_piece.hpp). A
/// row's dual weight is a = Σ_p sign_p a_p, and its weight in the normal equations Λ⁻¹ = Σ_p Λ_p⁻¹: pieces
/// cost no walk.
class InteriorPointRows {
 public:
  /// Starts at w = 0 and a_p = ½. `rows` are the problem's, or some of their columns; both must outlive the
  /// object. Throws ConfigError for a loss without pieces.
  static std::unique_ptr<InteriorPointRows> make(const Problem& problem, const SparseMatrix& rows);
  virtual ~InteriorPointRows() = default;

  /// Takes the same rows with other columns at the current point. z stays until move().
  void exchange_columns(const SparseMatrix& rows) { rows_ = &rows; }

  /// Mean size of offset − sign z at w = 0: 1 for the hinge loss, the size of the targets in regression.
  double unit() const { return unit_; }
  /// Number of products of a loss or surplus with its multiplier.
  virtual std::size_t pairs() const = 0;

  /// Λ⁻¹ (times c_i² with row weights) and a at the current point. Valid after the first move().
  std::span<const double> weight() const { return weight_; }
  std::span<const double> dual() const { return dual_; }

  /// Takes Δw as the predictor's direction (products of 0). `sums`, for the corrector's right side: Σ_p
  /// sign_p Zᵀ Λ_p⁻¹ times (1/a_p − 1/b_p) and times the second-order terms in r₁.
  virtual void predict(std::span<const double> dw, StepStatistics& statistics,
                       std::span<ColumnPair> sums) = 0;

  /// Takes Δw as the corrector's direction.
  virtual void correct(std::span<const double> dw, const CorrectorAim& aim, StepStatistics& statistics) = 0;

  /// Corrects the aims of single products by their values along the corrector's direction; from then on its
  /// aim has `is_centrality_corrected`. sums[j][0]: the change of its right side.
  virtual void correct_centrality(const CentralityAim& centrality, std::span<ColumnPair> sums) = 0;

  struct Sums {
    double loss = 0;  ///< Σ c_i ℓ(z_i)
    double dual = 0;  ///< Σ of the dual terms, including the targets
  };
  /// Steps along the corrector's direction (0, 0: stays) to the weights w. `v_and_right_side`: v = Zᵀa/m (of
  /// c_i a_i) and Σ_p sign_p ZᵀΛ_p⁻¹ e_p. v has the order of operations of Problem::lower_bound, with targets
  /// also its precision: with a tiny λ it is a difference of far larger numbers, and another order would
  /// certify another value.
  virtual Sums move(double alpha, double beta, std::span<const double> w,
                    std::span<ColumnPair> v_and_right_side) = 0;

 protected:
  InteriorPointRows(const Problem& problem, const SparseMatrix& rows)
      : rows_(&rows),
        m_(static_cast<std::size_t>(problem.m())),
        z_(problem.arguments_at_zero()),
        dual_(m_),
        weight_(m_) {}

  const SparseMatrix* rows_;
  std::size_t m_;
  double unit_ = 0;
  std::vector<double> z_;
  std::vector<double> dual_;
  std::vector<double> weight_;
};

}  // namespace descent
