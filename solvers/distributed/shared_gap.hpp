#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/ranks.hpp"
#include "solvers/distributed/problem_share.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

/// m F(w) and m D(a).
struct GapEnds {
  double objective;
  double bound;
};

/// m F(w) and m D(a) (docs/methods.md §10, under L2 and L1) if rows are shared, in two counted walks and
/// three rounds. Every process has w, and the dual weights of its rows.
template <class Loss, class Regularizer>
GapEnds shared_gap(const ProblemShare& share, std::span<const double> w, std::span<const double> dual_weights,
                   Ranks& ranks, Progress& progress) {
  const auto loss = share.own.template loss_as<Loss>();
  const auto a = [&](Index i) { return loss.clip_dual(dual_weights[static_cast<std::size_t>(i)]); };
  std::vector<double> v(w.size());
  sum_rows(share.own.rows(), a, v);
  ranks.sum(v);
  double scale = 1;  // of a, so that Σ a_i row_i lies in λ m times the subdifferentials of ‖·‖₁
  double penalty = 0;
  double dual_penalty = 0;
  if constexpr (Regularizer::kind == RegularizerKind::l1) {
    double largest = 0;
    for (const double v_j : v) largest = std::max(largest, std::abs(v_j));
    if (largest > share.lambda_rows) scale = share.lambda_rows / largest;
  } else {
    for (const double v_j : v) dual_penalty += v_j * v_j;
    dual_penalty /= 2 * share.lambda_rows;
  }
  for (const double w_j : w) penalty += Regularizer::value(w_j);

  long double losses = 0;
  long double terms = 0;
  for (Index i = 0; i < share.own.m(); ++i) {
    losses += loss.value(share.own.argument(i, w));
    terms += loss.dual_term(scale * a(i)) + static_cast<long double>(share.own.target(i)) * scale * a(i);
  }
  std::array<double, 2> sums{static_cast<double>(losses), static_cast<double>(terms)};
  ranks.sum(sums);
  progress.entries_touched += 2 * share.nonzeros;
  return {share.lambda_rows * penalty + sums[0], sums[1] - dual_penalty};
}

}  // namespace descent
