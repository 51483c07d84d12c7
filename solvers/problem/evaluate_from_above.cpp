#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/problem/enclosure.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

using Number = Enclosure::Number;

/// z_i = row_i·w − target_i. A free intercept meets the target first, since both may be far larger than z_i.
Enclosure enclosed_argument(const Problem& problem, Index i, std::span<const double> w) {
  const auto row = problem.rows()[i];
  const bool has_intercept = problem.free_intercept() && !row.empty() && row.back().index == problem.n() - 1;
  Enclosure z;
  z.add(-Number{problem.target(i)});
  if (has_intercept) z.add_product(row.back().value, w.back());
  z.add_row(has_intercept ? row.first(row.size() - 1) : row, w.data());
  return z;
}

/// The smallest double that is not below the number.
double rounded_up(Number number) {
  const auto nearest = static_cast<double>(number);
  return nearest < number ? std::nextafter(nearest, infinity) : nearest;
}

}  // namespace

Evaluation Problem::evaluate_from_above(std::span<const double> w) const {
  return with_loss(loss_, details_.epsilon, [&]<class Loss>(const Loss& loss) {
    PredictionErrors<Loss::task, 1> errors;
    Number losses = 0;
    for (Index i = 0; i < m(); ++i) {
      if (row_weight(i) == 0) continue;
      const Enclosure z = enclosed_argument(*this, i, w);
      errors.add({static_cast<double>(z.middle())}, sample().labels[static_cast<std::size_t>(i)]);
      // A convex function is largest at an end.
      losses += row_weight(i) * std::max(loss.value(z.low()), loss.value(z.high()));
    }
    const Number penalty = with_regularizer(regularizer_, [&](auto regularizer) {
      Number sum = 0;
      for (const double w_j : w.first(static_cast<std::size_t>(penalized_columns())))
        sum += regularizer.value(Number{w_j});
      return sum;
    });
    // All terms are positive: each has a few roundings of its own, and the sums one for each term.
    const Number from_rounding = 1 + (Number{1} * m() + n() + 16) * Enclosure::precision;
    return Evaluation{rounded_up((lambda_ * penalty + losses / m()) * from_rounding), errors.mean(0)};
  });
}

}  // namespace descent
