#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Makes nearly feasible dual weights of an L1-regularised problem feasible. A certificate scales a until
/// |g_j| ≤ κ, g = Zᵀa, κ = λ m. For a tiny λ every g_j is a difference of sums that exceed κ by many orders
/// of magnitude. A residual in the interior point method's last digits may then be a considerable part of κ,
/// and scaling costs the same part of the bound. Moving the weights between their bounds costs next to
/// nothing: to the nearest a + Δa in the metric of Dikin's ellipsoid, whose unit is the room to the bounds
/// (affine scaling; Vanderbei, Meketon and Freedman 1986):
///   min Σ_i (Δa_i/d_i)² + Σ_j (Δr_j/r_j)²   with   Zᵀ Δa + Δr = t
///   d_i = min(|a_i|, 1 − |a_i|),   r_j = max(0, κ' − |g_j|),   t_j = clip(g_j, ±κ') − g_j
/// which gives Δa = D²Zy, (ZᵀD²Z + R²) y = t. A correction is small with a small relative error: a few rounds
/// with g in long double make a feasible to its last digit. κ', a little below κ, absorbs that. The g_n of a
/// free intercept must be 0: it has no room. With row weights, c_i row_i replaces row_i. (In Newton's
/// equations Δa = Λ⁻¹(r₁ − ZΔw) cancels, and Λ⁻¹ is as large as 1/product: refining them does not help.)
class DualRepair {
 public:
  /// For losses with dual weights within [−1, 1] and dual terms linear between −1, 0 and 1. `rows` are the
  /// problem's or some of their columns; both must outlive the object.
  DualRepair(const Problem& problem, const SparseMatrix& rows);

  /// Aim of a repair, as shares of κ.
  struct Aim {
    double margin = 0;  ///< tries |g_j| ≤ (1 − margin) κ
    double enough = 0;  ///< |g_j| ≤ (1 + enough) κ is good enough
  };

  /// Repairs m dual weights a as far as possible. Returns m times their dual value, as Problem::lower_bound.
  /// The matrices, as wide as `rows`, are workspace.
  double repair(std::vector<double>& a, const Aim& aim, NormalMatrix& normal_matrix,
                RegularizedCholesky& cholesky);

  /// Walks over all rows in the last repair.
  std::uint64_t walks() const { return walks_; }

 private:
  void price(std::span<const double> a);
  void add_to_prices(std::size_t i, long double change);
  double largest_price() const;
  double dual_value(std::span<const double> a, double largest);
  bool is_free(std::size_t j) const { return problem_.free_intercept() && j + 1 == g_.size(); }
  bool correct(std::span<double> a, double margin, NormalMatrix& normal_matrix,
               RegularizedCholesky& cholesky);
  void add_room_of_columns(long double limit, std::span<double> matrix) const;

  const Problem& problem_;
  const SparseMatrix& rows_;
  double kappa_;
  std::uint64_t walks_ = 0;
  std::vector<long double> g_;
  std::vector<double> weight_;  ///< D², times c_i²
  std::vector<double> wanted_;  ///< t
  std::vector<double> y_;
};

}  // namespace descent
