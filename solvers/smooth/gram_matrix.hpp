#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/loss.hpp"

namespace descent {

/// The Hessian H = Σ_i h_i row_iᵀ row_i of a sum of losses as a dense matrix, the weighted Gram matrix of the
/// columns, while h changes from point to point. Products with H and its columns then need no row.
///
/// An update adds only the changes of rows whose h_i has changed by more than a fifth. Gradients and line
/// searches are exact, so that Newton's method takes hardly more steps. On a9a this saves a third of the time
/// to form H for logistic loss, and half of it for squared hinge, where few rows change sides.
class GramMatrix {
 public:
  /// H = 0. `rows` must outlive the object, and so must the team: if there is one, its threads share the
  /// columns of H, which does not change a bit.
  explicit GramMatrix(const SparseMatrix& rows, RowTeam* team = nullptr)
      : normal_matrix_(rows, team),
        n_(static_cast<std::size_t>(rows.inner_size())),
        weights_(static_cast<std::size_t>(rows.outer_size()), 0.0),
        largest_(n_, 0.0),
        matrix_(n_ * n_, 0.0) {}

  /// Brings H to the weights h(i) ≥ 0 in one walk over the rows, or in two after a loss of digits;
  /// `from_scratch` forms it from exactly these weights. At the deadline it throws OutOfTime, and H is
  /// spoiled.
  template <class Weight>
  void update(const Weight& h, bool from_scratch, const Deadline& deadline = {}) {
    if (from_scratch) forget();
    add_changes(h, deadline);
    if (has_lost_digits()) {
      forget();
      add_changes(h, deadline);
    }
    for (std::size_t j = 0; j < n_; ++j) {
      largest_[j] = std::max(largest_[j], matrix_[j * n_ + j]);
      for (std::size_t k = j + 1; k < n_; ++k) matrix_[k * n_ + j] = matrix_[j * n_ + k];
    }
  }

  /// n doubles.
  std::span<const double> column(Index j) const {
    return std::span(matrix_).subspan(static_cast<std::size_t>(j) * n_, n_);
  }

  /// sums += scale · column j.
  void add_column(Index j, double scale, std::span<double> sums) const {
    const double* const from = column(j).data();
    double* const to = sums.data();
    for (std::size_t k = 0; k < n_; ++k) to[k] += scale * from[k];
  }

  /// product = H v.
  void multiply(std::span<const double> v, std::span<double> product) const {
    std::ranges::fill(product, 0.0);
    for (std::size_t j = 0; j < n_; ++j) add_column(static_cast<Index>(j), v[j], product);
  }

 private:
  static constexpr double close = 0.2;
  /// Part of the largest H_jj since H was formed, below which rounding of what was subtracted could matter.
  static constexpr double smallest_share = 1e-3;

  void forget() {
    std::ranges::fill(matrix_, 0.0);
    std::ranges::fill(weights_, 0.0);
    std::ranges::fill(largest_, 0.0);
  }

  template <class Weight>
  void add_changes(const Weight& h, const Deadline& deadline) {
    const auto change = [&](std::size_t i) {
      const double now = h(i);
      const double change_of_row = now - weights_[i];
      if (std::abs(change_of_row) <= close * now) return 0.0;
      weights_[i] = now;
      return change_of_row;
    };
    normal_matrix_.accumulate(change, matrix_, deadline);
  }

  bool has_lost_digits() const {
    for (std::size_t j = 0; j < n_; ++j) {
      if (matrix_[j * n_ + j] < smallest_share * largest_[j]) return true;
    }
    return false;
  }

  NormalMatrix normal_matrix_;
  std::size_t n_;
  std::vector<double> weights_;  ///< h_i in H
  std::vector<double> largest_;  ///< H_jj since H was formed
  std::vector<double> matrix_;   ///< both triangles; after add_changes() only the lower one is up to date
};

/// The option "hessian" of Newton's methods; whether its values, or the shape of the rows, choose a
/// GramMatrix; and why so many columns are too many for it (Method::too_wide).
Option hessian_option();
bool chooses_gram(const OptionValues& options, const SparseMatrix& rows);
std::optional<std::string> too_wide_for_gram(LossKind, RegularizerKind, const OptionValues& options,
                                             Index features);

}  // namespace descent
