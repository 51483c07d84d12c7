#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "datasets/random.hpp"
#include "solvers/dense_hessian.hpp"
#include "solvers/problem.hpp"

namespace descent {

/// The subproblem of a proximal Newton step and coordinate descent on it, a part of `proximal_newton`:
///
///   min_d  g·d + ½ Σ_i h_i (row_i·d)² + (ν/2)‖d‖² + λ (R(w + d) − R(w)),     g, h: derivatives of the mean
///   loss at w
///
///   G = g_j + ν d_j + Σ_i h_i (row_i·d) x_ij,  H = ν + Σ_i h_i x_ij²;   w_j + d_j ← prox of (λ/H) r at w_j +
///   d_j − G/H
///
/// in random order over the columns that are active; row_i·d is maintained. A zero weight whose |G| stays so
/// far below λ that it is not about to move is left out until the others have settled (Yuan, Ho and Lin 2012,
/// §4 and Algorithm 3).
///
/// With few columns coordinate descent is slow where they nearly depend on each other. A model that has the
/// Hessian as a dense matrix therefore goes to the minimum on the face of the present signs after each pass,
/// or to where the first weight becomes 0.
template <class Regularizer>
class QuadraticModel {
 public:
  /// `dense`: with the Hessian as a matrix.
  QuadraticModel(const Problem& problem, bool dense, Random random)
      : columns_(problem.columns()),
        m_(problem.m()),
        penalized_(problem.penalized_columns()),
        lambda_(problem.lambda()),
        random_(random),
        rows_(static_cast<std::size_t>(problem.m())),
        variables_(static_cast<std::size_t>(problem.n())) {
    if (dense) hessian_.emplace(problem.rows());
  }

  /// h_i and row_i·d of a row, next to each other: a step reads both.
  struct Row {
    double curvature = 0;
    double change = 0;
  };
  struct Variable {
    double w = 0;         ///< at which the model stands
    double moved = 0;     ///< w_j + d_j
    double gradient = 0;  ///< g_j
    double curvature = 0;
  };

  std::span<Row> rows() { return rows_; }
  std::span<Variable> variables() { return variables_; }
  std::span<const Row> rows() const { return rows_; }
  std::span<const Variable> variables() const { return variables_; }

  double weight_of_penalty(Index j) const { return j < penalized_ ? lambda_ : 0.0; }

  /// How far 0 is from the subdifferential of F along a coordinate, given the derivative G of the mean loss.
  double violation(Index j, double weight, double G) const {
    const double lambda = weight_of_penalty(j);
    if constexpr (Regularizer::kind == RegularizerKind::l1) {
      if (weight == 0) return std::max(0.0, std::abs(G) - lambda);
    }
    return std::abs(G + lambda * Regularizer::derivative(weight));
  }

  /// Whether a weight is 0 and its derivative more than `margin` inside of where it could move; L1 alone.
  bool rests_at_zero(Index j, double weight, double G, double margin) const {
    return Regularizer::kind == RegularizerKind::l1 && weight == 0 &&
           std::abs(G) + margin < weight_of_penalty(j);
  }

  /// Starts at d = 0 on these columns, to end when the violations in a pass over all of them add up to at
  /// most `enough`. variables() must hold weights, gradients and curvatures, rows() curvatures and zero
  /// changes.
  void begin(std::span<const Index> active, double enough) {
    order_.assign(active.begin(), active.end());
    enough_ = enough;
    passes_ = 0;
    passes_without_gain_ = 0;
    smallest_sum_ = std::numeric_limits<double>::infinity();
    hessian_formed_ = false;
    on_face_ = false;
    expand();
    begin_pass();
  }

  bool finished() const { return finished_; }
  /// Passes until the end: one says that the model was hardly worth solving.
  int passes() const { return passes_; }

  /// One step along a coordinate. Returns the entries that it touches.
  std::size_t step() {
    if (on_face_) return step_on_face();
    const Index j = order_[position_];
    Variable& variable = variables_[static_cast<std::size_t>(j)];
    const auto column = columns_[j];
    double G = variable.gradient + ridge * (variable.moved - variable.w);
    for (const Entry& entry : column) {
      const Row& row = rows_[static_cast<std::size_t>(entry.index)];
      G += static_cast<double>(entry.value) * row.curvature * row.change;
    }
    if (rests_at_zero(j, variable.moved, G, margin_)) {
      std::swap(order_[position_], order_[--active_]);
    } else {
      const double violated = violation(j, variable.moved, G);
      largest_ = std::max(largest_, violated);
      sum_ += violated;
      move(j, column, variable, G);
      ++position_;
    }
    if (position_ == active_) end_pass();
    return column.size();
  }

 private:
  static constexpr double ridge = 1e-12;  ///< ν, times λ-free: only to keep H > 0
  static constexpr int most_passes = 1000;
  static constexpr int most_passes_without_gain = 20;

  void move(Index j, std::span<const Entry> column, Variable& variable, double G) {
    const double H = variable.curvature + ridge;
    const double v = variable.moved - G / H;
    const double lambda = weight_of_penalty(j);
    const double target = lambda > 0 ? Regularizer::prox(v, lambda / H) : v;
    const double change = std::clamp(target - variable.moved, -longest_step, longest_step);
    if (change == 0) return;
    variable.moved += change;
    for (const Entry& entry : column)
      rows_[static_cast<std::size_t>(entry.index)].change += change * static_cast<double>(entry.value);
  }

  void begin_pass() {
    finished_ = active_ == 0;
    position_ = 0;
    largest_ = 0;
    sum_ = 0;
    shuffle(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(active_), random_);
  }

  void end_pass() {
    ++passes_;
    const bool full = active_ == order_.size();
    margin_ = largest_ / m_;
    passes_without_gain_ = sum_ < smallest_sum_ ? 0 : passes_without_gain_ + 1;
    smallest_sum_ = std::min(smallest_sum_, sum_);
    const bool at_rounding = passes_without_gain_ > most_passes_without_gain;
    if (passes_ >= most_passes || at_rounding || (sum_ <= enough_ && full)) {
      finished_ = true;
    } else {
      if (sum_ <= enough_) expand();
      on_face_ = hessian_.has_value();
      begin_pass();
    }
  }

  /// Forms the Hessian if it is not yet that of this model, else takes a step: a walk over the entries each.
  std::size_t step_on_face() {
    if (!hessian_formed_) {
      hessian_formed_ = true;
      std::vector<double> curvatures(rows_.size());
      for (std::size_t i = 0; i < rows_.size(); ++i) curvatures[i] = rows_[i].curvature;
      hessian_->form(curvatures);
      return columns_.entries().size();
    }
    std::vector<Index> face;
    std::vector<double> steps;
    const double share = find_step(face, steps);
    std::size_t touched = 0;
    for (std::size_t k = 0; k < face.size(); ++k) {
      Variable& variable = variables_[static_cast<std::size_t>(face[k])];
      const double before = variable.moved;
      variable.moved += share * steps[k];
      if (has_kink(face[k]) && before * variable.moved <= 0) variable.moved = 0;
      const auto column = columns_[face[k]];
      for (const Entry& entry : column) {
        rows_[static_cast<std::size_t>(entry.index)].change +=
            (variable.moved - before) * static_cast<double>(entry.value);
      }
      touched += column.size();
    }
    on_face_ = share < 1 && touched > 0;  // a weight has become 0: the next face
    return touched;
  }

  /// The Newton step on the face of the nonzero weights (all of them without L1), and how much of it can be
  /// taken.
  double find_step(std::vector<Index>& face, std::vector<double>& steps) const {
    std::vector<double> d(variables_.size());
    for (std::size_t j = 0; j < d.size(); ++j) d[j] = variables_[j].moved - variables_[j].w;
    std::vector<double> slopes(d.size());
    hessian_->multiply(d, slopes);
    std::vector<double> down;
    for (const Index j : order_) {
      const Variable& variable = variables_[static_cast<std::size_t>(j)];
      if (has_kink(j) && variable.moved == 0) continue;
      face.push_back(j);
      down.push_back(-variable.gradient - slopes[static_cast<std::size_t>(j)] -
                     weight_of_penalty(j) * Regularizer::derivative(variable.moved));
    }
    steps.resize(face.size());
    const double curvature = Regularizer::kind == RegularizerKind::l2 ? lambda_ : 0.0;
    if (face.empty() || !hessian_->solve(face, ridge + curvature, down, steps)) {
      face.clear();
      return 1;
    }
    double share = 1;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const double moved = variables_[static_cast<std::size_t>(face[k])].moved;
      if (has_kink(face[k]) && moved * (moved + steps[k]) < 0) share = std::min(share, -moved / steps[k]);
    }
    return share;
  }

  /// Whether F has a kink where this weight is 0.
  bool has_kink(Index j) const {
    return Regularizer::kind == RegularizerKind::l1 && weight_of_penalty(j) > 0;
  }

  void expand() {
    active_ = order_.size();
    margin_ = std::numeric_limits<double>::infinity();
  }

  static constexpr double longest_step = 1e10;

  const SparseMatrix& columns_;
  double m_;
  Index penalized_;
  double lambda_;
  Random random_;
  std::vector<Row> rows_;
  std::vector<Variable> variables_;
  std::vector<Index> order_;  ///< the first active_ entries are the active columns
  std::size_t active_ = 0;
  std::size_t position_ = 0;
  double enough_ = 0;
  double largest_ = 0;
  double sum_ = 0;
  double margin_ = 0;
  double smallest_sum_ = 0;  ///< of a pass over the present model
  int passes_ = 0;
  int passes_without_gain_ = 0;
  bool finished_ = true;
  std::optional<DenseHessian> hessian_;
  bool hessian_formed_ = false;  ///< for the present model
  bool on_face_ = false;         ///< the next step is one on the face
};

}  // namespace descent
