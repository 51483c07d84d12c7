#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/coordinate/logistic_dual_variable.hpp"
#include "solvers/coordinate/svm_dual.hpp"
#include "solvers/coordinate/svr_dual.hpp"
#include "solvers/linear_algebra/active_lines.hpp"
#include "solvers/problem/weighted_loss.hpp"
#include "solvers/stopping/fresh_sums.hpp"

namespace descent {

/// Dual variables of one process, and a step along one of them, for the problem of its rows
///
///   min_α  (σ/2)‖Σ_i α_i row_i + v/σ‖² + Σ_i (dual terms of C ℓ),     u = v + σ Σ_i α_i row_i is maintained
///
/// With σ = 1 and v = 0 it is the problem of dual coordinate descent. Each has
///   LocalDual(own, C, σ)
///   std::vector<Index> visited_rows() const     rows that a pass visits; the others are at their minimisers
///   void visit(Index i, double* u)              a step
///   void end_pass()
///   variables()                                 the state of the rows, prefetched before a visit
///   double alpha(Index i) const, weight(Index i) const     α_i, and a_i = α_i/C in the sense of
///                                                          Problem::lower_bound
template <class Loss>
class LocalDual;

/// Hsieh et al. (2008), Algorithm 3 without shrinking: svm_dual.hpp.
template <class Loss>
requires(Loss::kind == LossKind::hinge || Loss::kind == LossKind::squared_hinge) class LocalDual<Loss> {
 public:
  LocalDual(const Problem& own, double C, double sigma) : rows_(own.rows()), dual_(C), C_(C), sigma_(sigma) {
    for (Index i = 0; i < own.m(); ++i) {
      const double Q_ii = sigma * squared_norm(rows_[i]) + dual_.D;
      variables_.push_back({Q_ii > 0 ? 0.0 : dual_.U, Q_ii > 0 ? 1 / Q_ii : 0.0});
    }
  }

  std::vector<Index> visited_rows() const { return all_lines(rows_.outer_size()); }

  void visit(Index i, double* u) {
    Variable& variable = variables_[static_cast<std::size_t>(i)];
    const auto row = rows_[i];
    const double G = dual_.gradient(row, variable, u);
    if (dual_.projected(G, variable) != 0) dual_.step(row, G, variable, u, sigma_);
  }

  void end_pass() {}
  double alpha(Index i) const { return variables_[static_cast<std::size_t>(i)].alpha; }
  double weight(Index i) const { return alpha(i) / C_; }
  const auto& variables() const { return variables_; }

 private:
  using Variable = typename SvmDual<Loss>::Variable;
  const SparseMatrix& rows_;
  SvmDual<Loss> dual_;
  double C_;
  double sigma_;
  std::vector<Variable> variables_;
};

/// Yu, Huang and Lin (2011), Algorithm 5, with the tolerances and deviations of dual_cd_logistic.cpp.
template <>
class LocalDual<Logistic> {
 public:
  LocalDual(const Problem& own, double C, double sigma) : rows_(own.rows()), step_(C), sigma_(sigma) {
    for (Index i = 0; i < own.m(); ++i) variables_.push_back(step_.start(sigma * squared_norm(rows_[i])));
  }

  std::vector<Index> visited_rows() const { return nonempty_lines(rows_); }

  void visit(Index i, double* u) {
    const auto row = rows_[i];
    const auto outcome =
        step_.minimise(variables_[static_cast<std::size_t>(i)], dot_in_lanes(row, u), inner_tolerance_);
    if (outcome.change != 0) add_in_lanes(row, sigma_ * outcome.change, u);
    newton_iterations_ += static_cast<std::size_t>(outcome.iterations);
    ++visits_;
  }

  void end_pass() {
    if (newton_iterations_ <= visits_ / 10)
      inner_tolerance_ = std::max(least_inner_tolerance, 0.1 * inner_tolerance_);
    newton_iterations_ = visits_ = 0;
  }

  double alpha(Index i) const { return variables_[static_cast<std::size_t>(i)].alpha; }
  double weight(Index i) const { return step_.share(variables_[static_cast<std::size_t>(i)]); }
  const auto& variables() const { return variables_; }

 private:
  static constexpr double least_inner_tolerance = 1e-10;
  const SparseMatrix& rows_;
  LogisticDualStep step_;
  double sigma_;
  std::vector<LogisticDualVariable> variables_;
  double inner_tolerance_ = 1e-2;
  std::size_t newton_iterations_ = 0;  ///< in this pass
  std::size_t visits_ = 0;
};

/// Ho and Lin (2012), Algorithm 4 without shrinking: svr_dual.hpp.
template <class Loss>
requires(Loss::task == Task::regression) class LocalDual<Loss> {
 public:
  LocalDual(const Problem& own, double C, double sigma) : rows_(own.rows()), dual_(own, C), sigma_(sigma) {
    for (Index i = 0; i < own.m(); ++i) {
      const double y = own.target(i);
      const double H = sigma * squared_norm(rows_[i]) + dual_.mu;
      variables_.push_back({y, H > 0 ? 1 / H : 0, H > 0 ? 0 : dual_.flat_minimiser(y)});
    }
  }

  std::vector<Index> visited_rows() const {
    std::vector<Index> curved = all_lines(rows_.outer_size());
    std::erase_if(curved, [&](Index i) { return !(variables_[static_cast<std::size_t>(i)].inverse_H > 0); });
    return curved;
  }

  void visit(Index i, double* u) {
    Variable& variable = variables_[static_cast<std::size_t>(i)];
    const auto row = rows_[i];
    const double G = dot_in_lanes(row, u) - variable.target + dual_.mu * variable.beta;
    const double beta = dual_.minimiser(variable.beta, G, variable.inverse_H);
    if (beta == variable.beta) return;
    add_in_lanes(row, sigma_ * (beta - variable.beta), u);
    variable.beta = beta;
  }

  void end_pass() {}
  double alpha(Index i) const { return variables_[static_cast<std::size_t>(i)].beta; }
  double weight(Index i) const { return alpha(i) / dual_.C; }
  const auto& variables() const { return variables_; }

 private:
  struct alignas(32) Variable {
    double target;
    double inverse_H;
    double beta;
  };
  const SparseMatrix& rows_;
  SvrDual dual_;
  double sigma_;
  std::vector<Variable> variables_;
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
