#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Makes dual weights of an L1-regularised problem feasible that are nearly so. A certificate scales a until
/// |g_j| ≤ κ, g = Zᵀa, κ = λ m. For a tiny λ every g_j is a difference of sums that are larger than κ by
/// many orders of magnitude, so that a residual of the interior point method's last digits may be a
/// considerable part of κ, and scaling costs the same part of the bound. Moving the weights that lie between
/// their bounds costs next to nothing instead: the nearest a + Δa in the metric of Dikin's ellipsoid
/// (affine scaling; Vanderbei, Meketon and Freedman 1986), in which the room to the bounds is the unit,
///   min Σ_i (Δa_i/d_i)² + Σ_j (Δr_j/r_j)²   with   Zᵀ Δa + Δr = t
///   d_i = min(|a_i|, 1 − |a_i|),   r_j = max(0, κ' − |g_j|),   t_j = clip(g_j, ±κ') − g_j
/// which is Δa = D²Zy, (ZᵀD²Z + R²) y = t. A correction is small and has a small relative error, so that a
/// few rounds with g in long double make a feasible to the last digit of a. κ' a little below κ absorbs
/// that one. The g_n of a free intercept is to be 0: it has no room. Where rows have weights, c_i row_i
/// stands for row_i. (In Newton's equations Δa = Λ⁻¹(r₁ − ZΔw) cancels, and Λ⁻¹ is as large as 1/product:
/// more refinement of those does not help.)
class DualRepair {
 public:
  /// Dual weights of losses whose domain is within [−1, 1] and whose dual terms are linear between −1, 0 and
  /// 1. `rows` are the problem's or some of their columns; both must outlive the object.
  DualRepair(const Problem& problem, const SparseMatrix& rows);

  /// What to aim at, as shares of κ.
  struct Aim {
    double margin = 0;  ///< |g_j| ≤ (1 − margin) κ is tried
    double enough = 0;  ///< and |g_j| ≤ (1 + enough) κ is good enough
  };

  /// Repairs a, m numbers, as far as that succeeds, and returns m times its dual value as by
  /// Problem::lower_bound. The matrices, those of `rows`, are for working with.
  double repair(std::vector<double>& a, const Aim& aim, NormalMatrix& normal_matrix,
                RegularizedCholesky& cholesky);

  /// How many times the last repair went through all rows.
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
