#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/smooth/gram_matrix.hpp"

namespace descent {

/// Derivatives of a row's share of the mean loss: c_i ℓ'(z_i)/m and c_i ℓ''(z_i)/m.
struct RowDerivatives {
  double first = 0;
  double second = 0;
};

/// h_i and row_i·d of a row of the model below, side by side: a step reads both.
struct ModelRow {
  double curvature = 0;
  double change = 0;
};

/// The subproblem of a proximal Newton step, a part of `proximal_newton`:
///
///   min_d  g·d + ½ Σ_i h_i (row_i·d)² + λ (R(w + d) − R(w)),     g, h: derivatives of the mean loss at w
///
/// with row_i·d maintained, and its minimum along one coordinate (Yuan, Ho and Lin 2012):
///
///   G = g_j + Σ_i h_i (row_i·d) x_ij,  H = Σ_i h_i x_ij² + ν_j
///   w_j + d_j ← prox of (λ/H) r at w_j + d_j − G/H
///
/// ν_j only keeps H > 0: 1e-12 of c, the last Σ_i h_i x_ij² > 0, for a column of any scale. If all its rows
/// are flat, only 1e10/√c, times the largest |target| of a regression, limits a step: H is then at least what
/// keeps |G|/H below it.
template <class Regularizer>
class QuadraticModel {
 public:
  struct Variable {
    double w = 0;          ///< where the model stands
    double moved = 0;      ///< w_j + d_j
    double gradient = 0;   ///< g_j
    double curvature = 0;  ///< H
  };

  static constexpr double ridge_share = 1e-12;
  static constexpr double least_ridge = std::numeric_limits<double>::denorm_min();

  /// With `forms_hessian`, H = Σ_i h_i row_iᵀ row_i is a dense matrix, and H d is maintained in place of the
  /// row_i·d. A step then reads a column of the matrix instead of one of the problem, and `threads` share the
  /// walks over the rows.
  explicit QuadraticModel(const Problem& problem, bool forms_hessian = false, int threads = 0)
      : problem_(problem),
        team_(problem.rows(), threads),
        columns_(forms_hessian ? nullptr : &problem.columns()),
        image_(forms_hessian ? static_cast<std::size_t>(problem.n()) : 0),
        penalized_(problem.penalized_columns()),
        lambda_(problem.lambda()),
        rows_(static_cast<std::size_t>(problem.m())),
        variables_(static_cast<std::size_t>(problem.n())),
        ridges_(variables_.size(), least_ridge) {
    if (forms_hessian) matrix_.emplace(problem.rows(), team_.divides_rows() ? &team_ : nullptr);
    double largest_target = 1;
    for (Index i = 0; i < problem.m(); ++i)
      largest_target = std::max(largest_target, std::abs(problem.target(i)));
    longest_change_ *= largest_target;
  }

  std::span<ModelRow> rows() { return rows_; }
  std::span<Variable> variables() { return variables_; }
  std::span<const ModelRow> rows() const { return rows_; }
  std::span<const Variable> variables() const { return variables_; }
  const Variable& variable(Index j) const { return variables_[static_cast<std::size_t>(j)]; }
  /// Without a matrix alone.
  const SparseMatrix& columns() const { return *columns_; }
  /// Null if H is not formed.
  const GramMatrix* matrix() const { return matrix_ ? &*matrix_ : nullptr; }
  /// Numbers of X or of the matrix that a step along the coordinate touches, and the time for one in
  /// comparison with an entry of X in random order.
  std::size_t entries(Index j) const { return matrix_ ? image_.size() : (*columns_)[j].size(); }
  double time_of_entry() const { return matrix_ ? 0.5 : 1; }

  double weight_of_penalty(Index j) const { return j < penalized_ ? lambda_ : 0.0; }
  double ridge(Index j) const { return ridges_[static_cast<std::size_t>(j)]; }
  double longest_step(Index j) const { return longest_change_ / std::sqrt(ridge(j) / ridge_share); }
  /// λ r''(w_j) if r is smooth.
  double curvature_of_penalty(Index j) const {
    return Regularizer::kind == RegularizerKind::l2 ? weight_of_penalty(j) : 0.0;
  }
  /// True if F has a kink where this weight is 0.
  bool has_kink(Index j) const { return Regularizer::kind == RegularizerKind::l1 && j < penalized_; }

  /// Distance of 0 from the subdifferential of F along a coordinate, given the derivative G of the rest.
  double violation(Index j, double weight, double G) const {
    const double lambda = weight_of_penalty(j);
    if (has_kink(j) && weight == 0) return std::max(0.0, std::abs(G) - lambda);
    return std::abs(G + lambda * Regularizer::derivative(weight));
  }

  /// True if the weight is 0 and its derivative more than `margin` inside the range where it stays 0.
  bool rests_at_zero(Index j, double weight, double G, double margin) const {
    return has_kink(j) && weight == 0 && std::abs(G) + margin < lambda_;
  }

  /// Starts a model at another point: its rows have curvatures, and their changes are 0. With `from_scratch`
  /// a matrix is formed from exactly these curvatures.
  void begin(bool from_scratch) {
    is_formed_ = false;
    forms_from_scratch_ = from_scratch;
  }

  /// Finds g_j and H from the rows' derivatives; with a matrix, for all columns at once. Returns the
  /// entries touched. Throws OutOfTime at the deadline.
  std::size_t differentiate(Index j, std::span<const RowDerivatives> derivatives,
                            const Deadline& deadline = {}) {
    if (matrix_) return std::exchange(is_formed_, true) ? 0 : form(derivatives, deadline);
    const auto column = (*columns_)[j];
    const auto [g, h] = sums_over_pairs(column, derivatives.data(), [](auto x, auto first, auto second) {
      return std::array{x * first, x * x * second};
    });
    set_derivatives(j, column.unit() * g, column.unit() * column.unit() * h);
    return column.size();
  }

  /// Sets g_j, and Σ_i h_i x_ij² of the next model.
  void set_derivatives(Index j, double gradient, double curvature) {
    double& ridge = ridges_[static_cast<std::size_t>(j)];
    if (curvature > 0) ridge = std::max(ridge_share * curvature, least_ridge);
    Variable& at = variables_[static_cast<std::size_t>(j)];
    at.gradient = gradient;
    at.curvature = curvature + ridge;
  }

  /// G. Reads the column once.
  double slope(Index j) const {
    const Variable& at = variable(j);
    if (matrix_) return at.gradient + image_[static_cast<std::size_t>(j)];
    const Line column = (*columns_)[j];
    const auto [number_sum] = sums_over_pairs(column, rows_.data(), [](auto x, auto curvature, auto change) {
      return std::array{x * (curvature * change)};
    });
    return at.gradient + column.unit() * number_sum;
  }

  /// Goes to the minimum along the coordinate, given G. Returns H δ²/2 for a change of δ: the least fall of
  /// the model.
  double minimize_along(Index j, double G) {
    double H = variable(j).curvature;
    if (H == ridge(j)) H = std::max(H, std::abs(G) / longest_step(j));
    const double v = variable(j).moved - G / H;
    const double lambda = weight_of_penalty(j);
    const double target = lambda > 0 ? Regularizer::prox(v, lambda / H) : v;
    const double change = target - variable(j).moved;
    if (change != 0) move(j, variable(j).moved + change);
    return H * change * change / 2;
  }

  /// Sets w_j + d_j. Walks once over the column.
  void move(Index j, double moved) {
    Variable& at = variables_[static_cast<std::size_t>(j)];
    const double change = moved - at.moved;
    at.moved = moved;
    if (matrix_) return matrix_->add_column(j, change, image_);
    for_each_entry((*columns_)[j], [&](Index index, double value) {
      rows_[static_cast<std::size_t>(index)].change += change * value;
    });
  }

  /// Computes the rows' changes, which steps with a matrix leave out, in one walk.
  void find_changes() {
    std::vector<double> d;
    for (const Variable& at : variables_) d.push_back(at.moved - at.w);
    team_.walk([&](RowRange part) {
      for (Index i = part.first; i < part.last; ++i)
        rows_[static_cast<std::size_t>(i)].change = dot(problem_.rows()[i], d.data());
    });
  }

  /// λ R(w).
  double penalty() const {
    double sum = 0;
    for (Index j = 0; j < penalized_; ++j) sum += lambda_ * Regularizer::value(variable(j).w);
    return sum;
  }

  /// λ R(w + step d) − λ R(w) over these columns.
  double penalty_change(std::span<const Index> active, double step) const {
    double sum = 0;
    for (const Index j : active) {
      const double before = variable(j).w;
      const double after = before + step * (variable(j).moved - before);
      sum += weight_of_penalty(j) * (Regularizer::value(after) - Regularizer::value(before));
    }
    return sum;
  }

  /// Sets d to 0 in these columns, but not the rows' changes.
  void forget_step(std::span<const Index> active) {
    for (const Index j : active) {
      Variable& at = variables_[static_cast<std::size_t>(j)];
      at.moved = at.w;
    }
  }

  /// Sets w to w + step d in these columns, and d to 0. Returns true if any weight changes.
  bool move_weights(std::span<const Index> active, double step) {
    bool moved = false;
    for (const Index j : active) {
      Variable& at = variables_[static_cast<std::size_t>(j)];
      const double w = step == 1 ? at.moved : at.w + step * (at.moved - at.w);
      moved = moved || w != at.w;
      at.w = at.moved = w;
    }
    return moved;
  }

 private:
  std::size_t form(std::span<const RowDerivatives> derivatives, const Deadline& deadline) {
    const SparseMatrix& rows = problem_.rows();
    matrix_->update([this](std::size_t i) { return rows_[i].curvature; }, forms_from_scratch_, deadline);
    team_.add_up(image_, {}, [&](RowRange part, double* sums, double*) {
      for (Index i = part.first; i < part.last; ++i) {
        const double derivative = derivatives[static_cast<std::size_t>(i)].first;
        if (derivative != 0) add(rows[i], derivative, sums);
      }
      return 0.0;
    });
    for (std::size_t j = 0; j < image_.size(); ++j)
      set_derivatives(static_cast<Index>(j), image_[j], matrix_->column(static_cast<Index>(j))[j]);
    std::ranges::fill(image_, 0.0);
    return static_cast<std::size_t>(rows.nonzeros());
  }

  const Problem& problem_;
  RowTeam team_;
  const SparseMatrix* columns_;       ///< null with a matrix
  std::optional<GramMatrix> matrix_;  ///< H, if it is formed
  std::vector<double> image_;         ///< H d, with a matrix
  bool is_formed_ = false;
  bool forms_from_scratch_ = false;
  Index penalized_;
  double lambda_;
  std::vector<ModelRow> rows_;
  std::vector<Variable> variables_;
  std::vector<double> ridges_;  ///< ν
  double longest_change_ = 1e10;
};

}  // namespace descent
