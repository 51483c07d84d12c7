#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "solvers/linear_algebra/chosen_columns.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/smooth/gram_matrix.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// H = Σ_i h_i row_iᵀ row_i restricted to some columns, as a dense matrix, also for every subset of them: a
/// face that loses weights needs no new matrix.
class FaceHessian {
 public:
  /// `rows` must outlive the object, and so must `whole`: H on all columns, if it is known anyway.
  explicit FaceHessian(const SparseMatrix& rows, const GramMatrix* whole = nullptr)
      : all_entries_(static_cast<std::size_t>(rows.nonzeros())), chosen_(rows), whole_(whole) {}

  /// Forms H for distinct, ascending columns and m weights h ≥ 0, in one walk over the rows, or over the
  /// chosen columns of the rows alone. Returns the entries that it walks over. Throws OutOfTime at the
  /// deadline.
  std::size_t form(std::span<const Index> columns, std::span<const double> h, const Deadline& deadline = {}) {
    is_known_ = false;
    const bool chooses = !has_chosen(columns);
    if (chooses) chosen_.choose({columns.begin(), columns.end()});
    const std::size_t size = chosen_.columns().size();
    matrix_.assign(size * size, 0.0);
    NormalMatrix(chosen_.rows()).form(h, matrix_, deadline);
    is_known_ = true;
    return chooses ? all_entries_ : static_cast<std::size_t>(chosen_.rows().nonzeros());
  }

  /// True if form() chose these columns before, and at most a quarter more.
  bool has_chosen(std::span<const Index> columns) const {
    return 4 * chosen_.columns().size() <= 5 * columns.size() && are_chosen(columns);
  }

  /// Forgets H when h has changed: nothing is covered until the next form().
  void forget() { is_known_ = false; }

  /// True if H is known on all these columns.
  bool covers(std::span<const Index> columns) const {
    return whole_ != nullptr || (is_known_ && are_chosen(columns));
  }

  /// Sets `matrix` to H on these covered columns, as a full symmetric matrix.
  void restrict_to(std::span<const Index> columns, std::vector<double>& matrix) const {
    const std::size_t size = columns.size();
    matrix.resize(size * size);
    for (std::size_t c = 0; c < size; ++c) {
      for (std::size_t r = c; r < size; ++r)
        matrix[c * size + r] = matrix[r * size + c] = value(columns[c], columns[r]);
    }
  }

 private:
  bool are_chosen(std::span<const Index> columns) const {
    return std::ranges::all_of(columns, [this](Index j) { return chosen_.position(j) >= 0; });
  }

  double value(Index j, Index k) const {
    if (whole_ != nullptr) return whole_->column(j)[static_cast<std::size_t>(k)];
    const auto [first, second] = std::minmax({chosen_.position(j), chosen_.position(k)});
    return matrix_[static_cast<std::size_t>(first) * chosen_.columns().size() +
                   static_cast<std::size_t>(second)];
  }

  std::size_t all_entries_;
  ChosenColumns chosen_;
  const GramMatrix* whole_;
  bool is_known_ = false;
  std::vector<double> matrix_;  ///< lower triangle, column-major
};

/// Newton's method for a small dense problem:
///
///   min_x  g·(x − x₀) + ½ (x − x₀)·H (x − x₀) + Σ_k κ_k |x_k|,   x_k = 0 or of the sign of x₀_k if κ_k > 0
///
/// A weight that has become 0 stays 0. H is symmetric positive semidefinite, maybe singular to working
/// precision.
class FaceQuadratic {
 public:
  /// Starts at x₀ = x, with n doubles each and the n² in hessian(). Memory stays for the next start: fresh
  /// pages can take longer than a step.
  void begin(std::vector<double> x, std::vector<double> gradient, std::vector<double> kappa) {
    n_ = x.size();
    x_ = std::move(x);
    gradient_ = std::move(gradient);
    kappa_ = std::move(kappa);
    direction_.resize(n_);
  }

  /// The caller fills it before begin().
  std::vector<double>& hessian() { return hessian_; }

  /// A Newton step for the nonzero weights; none moves by more than its `longest`. If a sign is in the way,
  /// it takes the best of several points: some on the step's projection (Bertsekas 1982, "Projected Newton
  /// methods for optimization problems with simple constraints"), and where the first weight becomes 0.
  /// Returns true at the minimum, or if it cannot come nearer. Throws OutOfTime at the deadline.
  bool step(std::span<const double> longest, const Deadline& deadline = {}) {
    if (!find_direction(deadline)) return true;
    double free_share = 1;  // up to this share no weight changes sign
    double limit = 1;
    for (std::size_t k = 0; k < n_; ++k) {
      if (std::abs(direction_[k]) > longest[k]) limit = std::min(limit, longest[k] / std::abs(direction_[k]));
      if (kappa_[k] > 0 && x_[k] * (x_[k] + direction_[k]) < 0)
        free_share = std::min(free_share, -x_[k] / direction_[k]);
    }
    const bool reaches_minimum = free_share == 1 && limit == 1;
    double lowest = infinity;
    std::vector<double> change(n_);
    std::vector<double> image(n_);
    std::vector<double> best;
    std::vector<double> best_image;
    const auto try_share = [&](double share) {
      project(share, change);
      const double height = rise(change, image);
      if (!(height < lowest)) return;
      lowest = height;
      best = change;
      best_image = image;
    };
    try_share(std::min(free_share, limit));
    for (double share = limit; share > free_share && share >= shortest_projected_share; share /= 2) {
      try_share(share);
    }
    if (!(lowest < 0)) return true;
    for (std::size_t k = 0; k < n_; ++k) {
      x_[k] = kappa_[k] > 0 && best[k] == -x_[k] ? 0 : x_[k] + best[k];
      gradient_[k] += best_image[k];
    }
    return reaches_minimum;
  }

  std::span<const double> x() const { return x_; }

 private:
  static constexpr double shortest_projected_share = 1.0 / 64;
  static constexpr double rounding_of_weight = 1e-15;  // of a weight that has been moved to 0

  /// Finds the Newton step; false if it is not finite or does not descend.
  bool find_direction(const Deadline& deadline) {
    std::fill(direction_.begin(), direction_.end(), 0.0);
    std::vector<std::size_t> free;
    std::vector<double> down;
    for (std::size_t k = 0; k < n_; ++k) {
      if (kappa_[k] > 0 && x_[k] == 0) continue;
      free.push_back(k);
      down.push_back(-gradient_[k] - (kappa_[k] > 0 ? std::copysign(kappa_[k], x_[k]) : 0.0));
    }
    cholesky_.resize(free.size());
    const std::span<double> lower = cholesky_.lower();
    for (std::size_t c = 0; c < free.size(); ++c) {
      for (std::size_t r = c; r < free.size(); ++r) {
        lower[c * free.size() + r] = hessian_[free[c] * n_ + free[r]];
      }
    }
    if (free.empty() || !cholesky_.factorize(deadline)) return false;
    std::vector<double> solution(free.size());
    cholesky_.solve(down, solution);
    double fall = 0;
    for (std::size_t k = 0; k < free.size(); ++k) {
      if (!std::isfinite(solution[k])) return false;
      direction_[free[k]] = solution[k];
      fall += down[k] * solution[k];
    }
    return fall > 0;
  }

  /// Sets `change` to `share` of the step; weights that would change sign become 0.
  void project(double share, std::vector<double>& change) const {
    for (std::size_t k = 0; k < n_; ++k) {
      change[k] = share * direction_[k];
      const double reached = x_[k] + change[k];
      if (kappa_[k] > 0 && x_[k] * reached <= rounding_of_weight * x_[k] * x_[k]) change[k] = -x_[k];
    }
  }

  /// Returns the rise of the function, and sets `image` to H change.
  double rise(std::span<const double> change, std::vector<double>& image) const {
    std::fill(image.begin(), image.end(), 0.0);
    double sum = 0;
    for (std::size_t c = 0; c < n_; ++c) {
      if (change[c] == 0) continue;
      sum += change[c] * (gradient_[c] + (kappa_[c] > 0 ? std::copysign(kappa_[c], x_[c]) : 0.0));
      for (std::size_t r = 0; r < n_; ++r) image[r] += hessian_[c * n_ + r] * change[c];
    }
    for (std::size_t k = 0; k < n_; ++k) sum += change[k] * image[k] / 2;
    return sum;
  }

  std::size_t n_ = 0;
  std::vector<double> hessian_;
  std::vector<double> x_;
  std::vector<double> gradient_;
  std::vector<double> kappa_;
  std::vector<double> direction_;
  RegularizedCholesky cholesky_;
};

}  // namespace descent
