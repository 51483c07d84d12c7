#pragma once

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/gap_rule.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/contract/ranks.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/distributed/problem_share.hpp"
#include "solvers/distributed/shared_gap.hpp"

namespace descent {

/// A method whose processes make "local_passes" passes over their own rows or columns between two rounds.
/// Converged when (F(w) − D(a))/F(w), proved at PassDoublings, is at most the tolerance. A pass of all
/// processes counts all stored entries.
class LocalRounds : public Solver {
 public:
  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      if (passes_ % passes_in_a_round_ == 0 && doublings_.is_due(progress_)) {
        progress_.status = status_at(gap());
        continue;
      }
      pass();
      progress_.entries_touched += share_.nonzeros;
      if (++passes_ % passes_in_a_round_ != 0) continue;
      ++progress_.updates;
      end_round();
    }
    return progress_;
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
  Progress progress_;

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
  return {.name = "local_passes",
          .description = std::move(description),
          .default_value = default_value,
          .range = NumberRange{.lower = 1, .upper = 1e6, .integer = true},
          .source = std::move(source)};
}

}  // namespace descent
