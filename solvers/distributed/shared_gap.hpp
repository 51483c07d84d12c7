#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/ranks.hpp"
#include "solvers/distributed/problem_share.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

/// The stopping rule of methods that share a problem and do not know their gap: (F(w) − D(a))/F(w) is proven
/// after 16, 32, 64, … passes.
class GapSchedule {
 public:
  GapSchedule(const ProblemShare& share, double tolerance)
      : tolerance_(tolerance), due_(16 * share.nonzeros) {}

  /// Whether the next walks are for the gap.
  bool is_due(const Progress& progress) {
    if (progress.entries_touched < due_) return false;
    due_ = 2 * progress.entries_touched;
    return true;
  }

  /// Converged where m F(w) and m D(a) are near enough.
  Status judge(double objective, double bound) const {
    if (!std::isfinite(objective)) return Status::diverged;
    return objective - bound <= tolerance_ * std::abs(objective) ? Status::converged : Status::running;
  }

 private:
  double tolerance_;
  std::uint64_t due_;
};

/// That of methods that share rows, in two walks and three rounds. D(a) as in docs/methods.md §10, under L2
/// and L1; every process has w, and of a what belongs to its rows.
template <class Loss, class Regularizer>
class SharedGap : public GapSchedule {
 public:
  SharedGap(const ProblemShare& share, double tolerance) : GapSchedule(share, tolerance), share_(share) {}

  /// Converged where the gap is small enough. Counts its walks.
  template <class DualWeight>
  Status judge(std::span<const double> w, const DualWeight& dual_weight, Ranks& ranks, Progress& progress) {
    const auto loss = share_.own.template loss_as<Loss>();
    const Index m = share_.own.m();
    a_.resize(static_cast<std::size_t>(m));
    for (Index i = 0; i < m; ++i) a_[static_cast<std::size_t>(i)] = loss.clip_dual(dual_weight(i));
    const auto a = [this](Index i) { return a_[static_cast<std::size_t>(i)]; };

    v_.resize(w.size());
    sum_rows(share_.own.rows(), a, v_);
    ranks.sum(v_);
    double scale = 1;  // of a, so that Σ a_i row_i lies in λ m times the subdifferentials of ‖·‖₁
    double penalty = 0;
    double dual_penalty = 0;
    if constexpr (Regularizer::kind == RegularizerKind::l1) {
      double largest = 0;
      for (const double v_j : v_) largest = std::max(largest, std::abs(v_j));
      if (largest > share_.lambda_rows) scale = share_.lambda_rows / largest;
    } else {
      for (const double v_j : v_) dual_penalty += v_j * v_j;
      dual_penalty /= 2 * share_.lambda_rows;
    }
    for (const double w_j : w) penalty += Regularizer::value(w_j);

    long double losses = 0;
    long double terms = 0;
    for (Index i = 0; i < m; ++i) {
      losses += loss.value(share_.own.argument(i, w));
      terms += loss.dual_term(scale * a(i)) + static_cast<long double>(share_.own.target(i)) * scale * a(i);
    }
    std::array<double, 2> sums{static_cast<double>(losses), static_cast<double>(terms)};
    ranks.sum(sums);
    progress.entries_touched += 2 * share_.nonzeros;
    const double objective = share_.lambda_rows * penalty + sums[0];
    const double bound = sums[1] - dual_penalty;
    return GapSchedule::judge(objective, bound);
  }

 private:
  ProblemShare share_;
  std::vector<double> a_;
  std::vector<double> v_;
};

}  // namespace descent
