#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/solver.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Decides when to ask whether a run has proved its gap. An answer takes as long as two or three passes of a
/// fast method. It is asked when the method's own estimate is small enough; if that was wrong, no sooner than
/// after a quarter more work. Without an estimate, or where it may come too late, it is asked after 16, 32,
/// 64, … passes. All these are counts, so a run has the same bits on every machine.
class GapQuestions {
 public:
  /// With a known bound, the gap may be proved before the estimate is small.
  GapQuestions(const Solver& solver, double gap, std::uint64_t nonzeros, bool has_known_bound)
      : solver_(dynamic_cast<const EstimatesGap*>(&solver)),
        gap_(gap),
        nonzeros_(nonzeros),
        due_(passes_without_estimate * nonzeros),
        may_be_late_(has_known_bound) {}

  /// Entries touched at the next look at the estimate.
  std::uint64_t next_look(std::uint64_t touched) const {
    return touched + std::max({nonzeros_ / 4, touched / 16, std::uint64_t{1}});
  }

  bool are_due(std::uint64_t touched) {
    estimate_ = solver_ != nullptr ? solver_->estimated_gap() : infinity;
    if (std::isnan(estimate_)) estimate_ = infinity;
    if (touched >= due_ && (estimate_ == infinity || may_be_late_)) return true;
    return estimate_ <= gap_ * trust_ && touched >= earliest_;
  }

  /// Records that a question found this gap, which is too large or ∞ if there is no bound.
  void note_failure(double found, std::uint64_t touched) {
    may_be_late_ = true;
    earliest_ = touched + touched / 4;
    due_ = 2 * touched;
    if (estimate_ < found && found < infinity) trust_ = std::clamp(estimate_ / found, least_trust, trust_);
  }

 private:
  static constexpr std::uint64_t passes_without_estimate = 16;
  static constexpr double least_trust = 0.1;  // an estimate may be wrong once, as where rows are left out

  const EstimatesGap* solver_;  ///< null if it has none
  double gap_;
  std::uint64_t nonzeros_;
  std::uint64_t due_;  ///< if the estimate is unknown or may be late
  std::uint64_t earliest_ = 0;
  double estimate_ = infinity;
  double trust_ = 1;  ///< least estimate per gap that was found
  bool may_be_late_;  ///< the estimate, so questions are due without it
};

}  // namespace descent
