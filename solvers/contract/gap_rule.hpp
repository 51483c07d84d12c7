#pragma once

#include <cstdint>

#include "solvers/contract/option.hpp"
#include "solvers/contract/proven_gap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// The option "tolerance" of methods whose stopping rule is the relative gap.
inline Option gap_tolerance_option() {
  return tolerance_option("converged when the certified (F(w) - D(a))/F(w) is at most this", "ours", 1e-8);
}

/// The stopping rule of methods that know their relative gap (F(w) − D(a))/F(w) up to rounding from what they
/// compute anyway: converged when it is at most the tolerance, and so is the certified one; at its end as
/// well when in `patience` updates neither the gap has become smaller nor F, by more than rounding, stalled
/// where the certified gap leaves nothing to gain and else at its limit.
class GapRule {
 public:
  GapRule(const Problem& problem, const OptionValues& options, std::uint64_t patience)
      : gap_(problem), tolerance_(options.number("tolerance")), patience_(patience) {}

  /// The gap, and F(w), after so many updates. With a tiny λ the gap may stay for long where F falls.
  void judge(double relative_gap, double objective, std::uint64_t updates) {
    if (relative_gap < smallest_gap_) {
      smallest_gap_ = relative_gap;
      updates_at_gain_ = updates;
    }
    if (objective < least_objective_ * (1 - gain_beyond_rounding)) {
      least_objective_ = objective;
      updates_at_gain_ = updates;
    }
    is_stuck_ = updates - updates_at_gain_ >= patience_;
    if (is_stuck_)
      gap_.insist();
    else if (relative_gap <= tolerance_)
      gap_.ask(updates);
  }

  /// Whether walks over the rows are due, each of which is a step of the method's.
  bool walks_are_due() const { return gap_.walks_are_due(); }

  /// The next walk; the status after it.
  Status walk(const Solver& solver) {
    if (!gap_.walk(solver)) return Status::running;
    if (gap_.value() <= tolerance_) return Status::converged;
    return is_stuck_ ? end_at_rest(gap_.value()) : Status::running;
  }

 private:
  static constexpr double gain_beyond_rounding = 1e-12;

  ProvenGap gap_;
  double tolerance_;
  std::uint64_t patience_;
  double smallest_gap_ = infinity;
  double least_objective_ = infinity;
  std::uint64_t updates_at_gain_ = 0;
  bool is_stuck_ = false;
};

/// When methods that do not know their gap prove it: after 16, 32, 64, … passes, which is a fifth of the work
/// at first and ever less.
class PassDoublings {
 public:
  explicit PassDoublings(std::uint64_t nonzeros) : due_(16 * nonzeros) {}

  /// True once for each time.
  bool is_due(const Progress& progress) {
    if (progress.entries_touched < due_) return false;
    due_ = 2 * progress.entries_touched;
    return true;
  }

 private:
  std::uint64_t due_;
};

/// The stopping rule of such methods: converged when the gap is at most the tolerance.
class GapAtDoublings {
 public:
  GapAtDoublings(const Problem& problem, const OptionValues& options)
      : gap_(problem),
        tolerance_(options.number("tolerance")),
        doublings_(static_cast<std::uint64_t>(problem.rows().nonzeros())) {}

  /// Whether the next step is one of the walks.
  bool walks_are_due(const Progress& progress) {
    if (doublings_.is_due(progress)) gap_.insist();
    return gap_.walks_are_due();
  }

  Status walk(const Solver& solver) {
    return gap_.walk(solver) && gap_.value() <= tolerance_ ? Status::converged : Status::running;
  }

 private:
  ProvenGap gap_;
  double tolerance_;
  PassDoublings doublings_;
};

}  // namespace descent
