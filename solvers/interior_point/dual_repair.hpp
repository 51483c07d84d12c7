#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Makes nearly feasible dual weights of an L1-regularised problem feasible. A certificate scales a until
/// |g_j| ≤ κ, g = Zᵀa, κ = λ m. For a tiny λ every g_j is a difference of sums that exceed κ by many orders
/// of magnitude. A residual in the interior point method's last digits may then be a considerable part of κ,
/// and scaling costs the same part of the bound. Moving the weights between their bounds costs almost
/// nothing. They move to the nearest a + Δa in the metric of Dikin's ellipsoid, whose unit is the distance to
/// the bounds (affine scaling; Vanderbei, Meketon and Freedman 1986):
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
  DualRepair(const Problem& problem, const SparseMatrix& rows)
      : problem_(problem),
        rows_(rows),
        kappa_(problem.lambda() * problem.m()),
        g_(static_cast<std::size_t>(rows.inner_size())),
        weight_(static_cast<std::size_t>(rows.outer_size())),
        wanted_(g_.size()),
        y_(g_.size()) {}

  /// Aim of a repair, as shares of κ.
  struct Aim {
    double margin = 0;  ///< tries |g_j| ≤ (1 − margin) κ
    double enough = 0;  ///< |g_j| ≤ (1 + enough) κ is good enough
  };

  /// Repairs m dual weights a as far as possible. Returns m times their dual value, as Problem::lower_bound.
  /// The matrices, as wide as `rows`, are workspace. Throws OutOfTime at the deadline.
  double repair(std::vector<double>& a, const Aim& aim, NormalMatrix& normal_matrix,
                RegularizedCholesky& cholesky, const Deadline& deadline = {}) {
    walks_ = 0;
    price(a);
    double largest = largest_price();
    double best = dual_value(a, largest);
    std::vector<double> moved = a;
    for (int round = 0; round < most_rounds && largest > 1 + aim.enough; ++round) {
      if (!correct(moved, aim.margin, normal_matrix, cholesky, deadline)) break;
      largest = largest_price();
      const double value = dual_value(moved, largest);
      if (value > best) {
        best = value;
        a = moved;
      }
    }
    return best;
  }

  /// Walks over all rows in the last repair.
  std::uint64_t walks() const { return walks_; }

 private:
  static constexpr int most_rounds = 10;

  /// Rows with less room than this and than a thousandth of κ are not moved: many have no room at the
  /// optimum.
  static constexpr double largest_ignored_room = 1e-8;

  /// R² is scaled so that its largest number is at least this share of the largest on the diagonal. If
  /// columns are dependent, like one-hot features, R² alone decides in some directions, and must not vanish
  /// beside what the factorisation adds. Elsewhere this share of the change is too little to matter.
  static constexpr double smallest_share = 1e-9;

  /// Computes g.
  void price(std::span<const double> a) {
    ++walks_;
    std::fill(g_.begin(), g_.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) add_to_prices(i, a[i]);
  }

  void add_to_prices(std::size_t i, long double change) {
    if (change == 0) return;
    const auto row = static_cast<Index>(i);
    const Line values = rows_[row];
    const long double share = problem_.row_weight(row) * change * precise_unit(values.format());
    for_each_number(
        values, [&](Index index, double number) { g_[static_cast<std::size_t>(index)] += share * number; });
  }

  /// Largest |g_j|/κ, with 1 + |g_n|/κ for a free intercept.
  double largest_price() const {
    long double largest = 0;
    for (std::size_t j = 0; j < g_.size(); ++j)
      largest = std::max(largest, std::abs(g_[j]) + (is_free(j) ? kappa_ : 0));
    return static_cast<double>(largest / kappa_);
  }

  double dual_value(std::span<const double> a, double largest) {
    if (problem_.free_intercept()) {
      ++walks_;
      return problem_.m() * problem_.lower_bound(a);
    }
    const double scale = std::min(1.0, 1 / largest);
    return with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
      long double sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const double a_i = scale * a[i];
        const auto row = static_cast<Index>(i);
        sum += problem_.row_weight(row) * (static_cast<long double>(loss.dual_term(a_i)) +
                                           static_cast<long double>(problem_.target(row)) * a_i);
      }
      return static_cast<double>(sum);
    });
  }

  bool is_free(std::size_t j) const { return problem_.free_intercept() && j + 1 == g_.size(); }
  bool correct(std::span<double> a, double margin, NormalMatrix& normal_matrix, RegularizedCholesky& cholesky,
               const Deadline& deadline) {
    walks_ += 2;
    const double smallest_room = std::min(largest_ignored_room, kappa_ / 1000);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double room = std::min(std::abs(a[i]), 1 - std::abs(a[i]));
      const double weighted_room = room * problem_.row_weight(static_cast<Index>(i));
      weight_[i] = room < smallest_room ? 0 : weighted_room * weighted_room;
    }
    normal_matrix.form(weight_, cholesky.lower(), deadline);
    const long double limit = (1 - static_cast<long double>(margin)) * kappa_;
    add_room_of_columns(limit, cholesky.lower());
    if (!cholesky.factorize(deadline)) return false;
    for (std::size_t j = 0; j < g_.size(); ++j)
      wanted_[j] = static_cast<double>((is_free(j) ? 0 : std::clamp(g_[j], -limit, limit)) - g_[j]);
    cholesky.solve(wanted_, y_);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (weight_[i] == 0) continue;
      const auto row = static_cast<Index>(i);
      const double moved = a[i] + weight_[i] / problem_.row_weight(row) * dot(rows_[row], y_.data());
      const double before = a[i];
      a[i] = before < 0 ? std::clamp(moved, -1.0, 0.0) : std::clamp(moved, 0.0, 1.0);
      add_to_prices(i, static_cast<long double>(a[i]) - before);
    }
    return true;
  }

  /// Adds R² to the diagonal. A column without room whose rows have none gets 1.
  void add_room_of_columns(long double limit, std::span<double> matrix) const {
    const std::size_t n = g_.size();
    const auto squared_room = [&](std::size_t j) {
      const auto room = static_cast<double>(limit - std::abs(g_[j]));
      return room > 0 && !is_free(j) ? room * room : 0.0;
    };
    double largest_room = 0;
    double largest_diagonal = 0;
    for (std::size_t j = 0; j < n; ++j) {
      largest_room = std::max(largest_room, squared_room(j));
      largest_diagonal = std::max(largest_diagonal, matrix[j * n + j]);
    }
    const double least = smallest_share * largest_diagonal;
    const double factor = largest_room > 0 ? std::max(1.0, least / largest_room) : 0;
    for (std::size_t j = 0; j < n; ++j) {
      double& diagonal = matrix[j * n + j];
      diagonal += factor * squared_room(j);
      if (diagonal == 0) diagonal = 1;
    }
  }

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
