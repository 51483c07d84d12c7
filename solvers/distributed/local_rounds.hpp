#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/stopping/fresh_sums.hpp"
#include "solvers/stopping/gap_rule.hpp"

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

/// A method whose processes make "local_passes" passes over their own rows or columns between two rounds.
/// Converged when (F(w) − D(a))/F(w), proved at PassDoublings, is at most the tolerance. A pass of all
/// processes counts all stored entries.
class LocalRounds : public SteppingSolver {
 public:
  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      if (passes_ % passes_in_a_round_ == 0 && doublings_.is_due(progress_)) {
        progress_.status = status_at(gap());
        return;
      }
      pass();
      progress_.entries_touched += share_.nonzeros;
      if (++passes_ % passes_in_a_round_ != 0) return;
      ++progress_.updates;
      end_round();
    });
  }

  std::optional<std::span<const double>> dual() const override {
    a_.resize(static_cast<std::size_t>(share_.own.m()));
    for (Index i = 0; i < share_.own.m(); ++i) a_[static_cast<std::size_t>(i)] = dual_weight(i);
    return a_;
  }

 protected:
  LocalRounds(const ProblemShare& share, const OptionValues& options, Ranks& ranks)
      : share_(share),
        ranks_(ranks),
        tolerance_(options.number("tolerance")),
        doublings_(share.nonzeros),
        passes_in_a_round_(static_cast<std::uint64_t>(options.number("local_passes"))) {}

  /// True if the round that ends must recompute the maintained sums.
  bool refresh_is_due() const { return passes_ >= passes_of_refresh_; }

  /// Records this, in one walk.
  void refreshed() {
    passes_of_refresh_ = passes_ + RefreshSchedule::passes_between;
    progress_.entries_touched += share_.nonzeros;
  }

  ProblemShare share_;
  Ranks& ranks_;

 private:
  virtual void pass() = 0;
  virtual void end_round() = 0;
  virtual GapEnds gap() = 0;  ///< counts its walks
  virtual double dual_weight(Index i) const = 0;

  Status status_at(const GapEnds& ends) const {
    if (!std::isfinite(ends.objective)) return Status::diverged;
    return ends.objective - ends.bound <= tolerance_ * std::abs(ends.objective) ? Status::converged
                                                                                : Status::running;
  }

  double tolerance_;
  PassDoublings doublings_;
  std::uint64_t passes_in_a_round_;
  std::uint64_t passes_ = 0;
  std::uint64_t passes_of_refresh_ = RefreshSchedule::passes_between;
  mutable std::vector<double> a_;
};

inline Option local_passes_option(std::string description, double default_value, std::string source) {
  return number_option("local_passes", std::move(description), default_value, integers(1, 1e6),
                       std::move(source));
}

}  // namespace descent
