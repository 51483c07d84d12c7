#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "solvers/coordinate/logistic_dual_variable.hpp"
#include "solvers/coordinate/svm_dual.hpp"
#include "solvers/coordinate/svr_dual.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

/// Dual variables of one process, and a step along one of them, for the problem of its rows
///
///   min_α  (σ/2)‖Σ_i α_i row_i + v/σ‖² + Σ_i (dual terms of C ℓ),     u = v + σ Σ_i α_i row_i is maintained
///
/// With σ = 1 and v = 0 it is the problem of dual coordinate descent, whose steps these are, without
/// shrinking: svm_dual.hpp, svr_dual.hpp, and for logistic loss dual_cd_logistic.cpp.
template <class Loss>
class LocalDual {
  static constexpr bool is_logistic = Loss::kind == LossKind::logistic;
  static constexpr bool is_regression = Loss::task == Task::regression;

 public:
  LocalDual(const Problem& own, double C, double sigma)
      : rows_(own.rows()), dual_(make_dual(own, C)), C_(C), sigma_(sigma) {
    for (Index i = 0; i < own.m(); ++i) {
      const double squares = sigma * squared_norm(rows_[i]);
      if constexpr (is_regression)
        variables_.push_back(dual_.start(own.target(i), squares));
      else
        variables_.push_back(dual_.start(squares));
    }
  }

  /// Rows that a pass visits; the others are at their minimisers.
  std::vector<Index> visited_rows() const {
    std::vector<Index> rows = is_logistic ? nonempty_lines(rows_) : all_lines(rows_.outer_size());
    if constexpr (is_regression)
      std::erase_if(rows, [&](Index i) { return !(variables_[static_cast<std::size_t>(i)].inverse_H > 0); });
    return rows;
  }

  /// Makes a step.
  void visit(Index i, double* u) {
    auto& variable = variables_[static_cast<std::size_t>(i)];
    const auto row = rows_[i];
    if constexpr (is_logistic) {
      const auto outcome = dual_.minimise(variable, dot_in_lanes(row, u), accuracy_.value());
      if (outcome.change != 0) add_in_lanes(row, sigma_ * outcome.change, u);
      accuracy_.count(outcome.iterations);
      ++visits_;
    } else {
      const double G = dual_.gradient(row, variable, u);
      if constexpr (!is_regression) {
        if (dual_.projected(G, variable) == 0) return;
      }
      dual_.step(row, G, variable, u, sigma_);
    }
  }

  void end_pass() {
    if constexpr (is_logistic) accuracy_.end_pass(visits_);
    visits_ = 0;
  }

  double alpha(Index i) const { return variables_[static_cast<std::size_t>(i)].alpha; }

  /// a_i = α_i/C in the sense of Problem::lower_bound.
  double weight(Index i) const {
    if constexpr (is_logistic)
      return dual_.share(variables_[static_cast<std::size_t>(i)]);
    else
      return alpha(i) / C_;
  }

  /// State of the rows, prefetched before a visit.
  const auto& variables() const { return variables_; }

 private:
  static auto make_dual(const Problem& own, double C) {
    if constexpr (is_logistic)
      return LogisticDualStep(C);
    else if constexpr (is_regression)
      return SvrDual(own, C);
    else
      return SvmDual<Loss>(C);
  }

  using Dual = decltype(make_dual(std::declval<const Problem&>(), 1.0));
  const SparseMatrix& rows_;
  Dual dual_;
  double C_;
  double sigma_;
  std::vector<typename Dual::Variable> variables_;
  InnerAccuracy accuracy_{1e-10};  ///< of logistic loss
  std::size_t visits_ = 0;         ///< in this pass, of logistic loss
};

/// Passes of a LocalDual over its rows, each in a fresh permutation.
template <class Loss>
class LocalPasses {
 public:
  LocalPasses(const Problem& own, double C, double sigma, Random random)
      : rows_(own.rows()), dual_(own, C, sigma), order_(dual_.visited_rows()), random_(random) {}

  void pass(double* u) {
    for (order_.begin_pass(random_); !order_.at_end(); order_.keep()) {
      prefetch_ahead(order_, rows_, std::identity(), dual_.variables().data());
      dual_.visit(order_.current(), u);
    }
    dual_.end_pass();
  }

  /// Recomputes Σ α_i row_i over the rows of this process.
  void sum(std::span<double> w) const {
    sum_rows(
        rows_, [&](Index i) { return dual_.alpha(i); }, w);
  }

  double weight(Index i) const { return dual_.weight(i); }

 private:
  const SparseMatrix& rows_;
  LocalDual<Loss> dual_;
  ActiveLines order_;
  Random random_;
};

/// Generator of one process, from the common one, which the first process keeps.
inline Random random_of_rank(Random random, int rank) {
  std::uint64_t seed = 0;
  for (int other = 0; other < rank; ++other) seed = random.bits();
  return rank == 0 ? random : Random(seed);
}

}  // namespace descent
