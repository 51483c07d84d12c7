#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "solvers/interior_point/interior_point_piece.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Two sums over the rows for each column, side by side: a walk that needs both touches memory once.
using ColumnPair = std::array<double, 2>;

/// The m rows of an interior point iteration for κ R(w) + Σ ℓ(z_i), and the walks over them that an iteration
/// needs, for losses that are sums of hinges Σ_p max(0, offset_p − sign_p z):
///   hinge                 max(0, 1 − z)
///   epsilon_insensitive   max(0, −ε − z) + max(0, z − ε)
/// or, where rows have weights, c_i times such a sum.
/// Each piece has its own a_p (interior_point_piece.hpp); the dual weight of a row is a = Σ_p sign_p a_p, and
/// its share of the normal equations has the weight Λ⁻¹ = Σ_p Λ_p⁻¹: pieces cost no walk of their own.
class InteriorPointRows {
 public:
  /// At w = 0 and a_p = ½. `rows` are the problem's, or some of their columns; both must outlive the object.
  /// Throws ConfigError for a loss that has no pieces.
  static std::unique_ptr<InteriorPointRows> make(const Problem& problem, const SparseMatrix& rows);
  virtual ~InteriorPointRows() = default;

  /// The same rows with other columns, at the current point, whose z is that of before until move().
  void exchange_columns(const SparseMatrix& rows) { rows_ = &rows; }

  /// The mean size of offset − sign z at w = 0: 1 for the hinge loss, that of the targets in regression.
  double unit() const { return unit_; }
  /// How many products of a loss or surplus with its multiplier there are.
  virtual std::size_t pairs() const = 0;

  /// Λ⁻¹, times c_i² where rows have weights, and a at the current point. After the first move().
  std::span<const double> weight() const { return weight_; }
  std::span<const double> dual() const { return dual_; }

  /// Makes Δw the predictor's direction (products of 0). Sums: Σ_p sign_p Zᵀ Λ_p⁻¹ times (1/a_p − 1/b_p) and
  /// times the second-order terms in r₁, which the corrector's right side is made of.
  virtual void predict(std::span<const double> dw, StepStatistics& statistics,
                       std::span<ColumnPair> sums) = 0;

  /// Makes Δw the corrector's direction.
  virtual void correct(std::span<const double> dw, const CorrectorAim& aim, StepStatistics& statistics) = 0;

  /// Corrects the aims of single products by what the corrector's direction makes of them; from then on it is
  /// one with `aim.is_centrality_corrected`. sums[j][0]: what that adds to the corrector's right side.
  virtual void correct_centrality(const CentralityAim& wanted, std::span<ColumnPair> sums) = 0;

  struct Sums {
    double loss = 0;  ///< Σ c_i ℓ(z_i)
    double dual = 0;  ///< Σ of the dual terms, those of the targets included
  };
  /// Steps along the corrector's direction (0, 0: stays) to where the weights are w. Sums: v = Zᵀa/m (of c_i
  /// a_i), in the order of operations of Problem::lower_bound and with targets also in its precision (with a
  /// tiny λ v is a difference of far larger numbers, and another order would certify another value), and Σ_p
  /// sign_p ZᵀΛ_p⁻¹ e_p.
  virtual Sums move(double alpha, double beta, std::span<const double> w, std::span<ColumnPair> sums) = 0;

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
