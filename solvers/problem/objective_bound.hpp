#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/vector_sum.hpp"

namespace descent {

/// An upper bound of the exact F(w), at no walk over the rows, from the rounded one. Enough for most gaps;
/// Problem::evaluate_from_above is tighter and takes three times as long as F(w).
///
/// A computed product row·w of k terms is within (k + 8) u ‖row‖ ‖w‖ of the exact one, u = 2⁻⁵³. All margins
/// moved by δ raise the mean of c_i ℓ by at most c̄ δ for hinge and logistic loss, c̄ the mean of the c_i. With
/// b_i = max(0, 1 − z_i) the mean of c_i b_i is at most √(c̄ F), so squared hinge adds 2 δ √(c̄ F) + c̄ δ².
class ObjectiveBound {
 public:
  explicit ObjectiveBound(const Problem& problem) : problem_(problem) {
    for (Index i = 0; i < problem.m(); ++i) {
      const double squares = squared_norm(problem.rows()[i]);
      const bool may_lack_squares = squares < least_squares && problem.rows()[i].size() > 0;
      longest_ = std::max(longest_, may_lack_squares ? infinity : std::sqrt(squares));
      most_terms_ = std::max(most_terms_, static_cast<double>(problem.rows()[i].size()));
      mean_weight_ += problem.row_weight(i) / problem.m();
    }
  }

  /// For `objective` = problem.objective(w). Infinite or NaN in regression, and where squares of rows or of w
  /// are 0 in double.
  double above(double objective, std::span<const double> w) const {
    if (description_of(problem_.loss()).task != Task::classification) return infinity;
    const double squares = squared_norm(w);
    if (squares < least_squares && std::ranges::any_of(w, [](double w_j) { return w_j != 0; }))
      return infinity;
    const double delta = (most_terms_ + 8) * u * longest_ * std::sqrt(squares);
    double rise = mean_weight_ * delta;
    if (problem_.loss() == LossKind::squared_hinge)
      rise = delta * (2 * std::sqrt(mean_weight_ * objective) + rise);
    // A loss or penalty has a few roundings of its own, and the sums, in long double, one for each term.
    const double from_rounding = 32 * u + (double{1} * problem_.m() + problem_.n()) * u / 1024;
    return (objective + rise * (1 + share_of_rounding)) * (1 + from_rounding);
  }

 private:
  static constexpr double u = std::numeric_limits<double>::epsilon() / 2;
  static constexpr double share_of_rounding = 1e-6;  // of the numbers here, more than they need
  static constexpr double least_squares = 1e-280;    // smaller sums may lack squares that are 0 in double

  const Problem& problem_;
  double longest_ = 0;
  double most_terms_ = 0;
  double mean_weight_ = 0;
};

}  // namespace descent
