#pragma once

#include <cstdint>

#include "solvers/contract/option.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Option "tolerance" of methods that stop by the relative gap.
inline Option gap_tolerance_option() {
  return tolerance_option("converged when the certified (F(w) - D(a))/F(w) is at most this", "this program",
                          1e-8);
}

/// Stopping rule of methods that know their relative gap (F(w) − D(a))/F(w), up to rounding, from what they
/// compute anyway. Converged when this and the certified gap are at most the tolerance. Also ends if in
/// `patience` updates neither the gap nor, beyond rounding, F falls: stalled if the certified gap leaves
/// nothing to gain, else at its limit.
class GapRule {
 public:
  GapRule(const Problem& problem, const OptionValues& options, std::uint64_t patience)
      : gap_(problem),
        tolerance_(options.number("tolerance")),
        of_gap_(patience),
        of_objective_(patience, gain_beyond_rounding) {}

  /// Takes gap and F(w) after this many updates. With a tiny λ the gap may rest for long while F falls.
  void judge(double relative_gap, double objective, std::uint64_t updates) {
    of_gap_.note(relative_gap, updates);
    of_objective_.note(objective, updates);
    is_stuck_ = of_gap_.is_over(updates) && of_objective_.is_over(updates);
    if (is_stuck_)
      gap_.insist();
    else if (relative_gap <= tolerance_)
      gap_.ask(updates);
  }

  /// True if walks over the rows are due, each a step of the method.
  bool walks_are_due() const { return gap_.walks_are_due(); }

  Status walk(const Solver& solver) {
    if (!gap_.walk(solver)) return Status::running;
    if (gap_.value() <= tolerance_) return Status::converged;
    return is_stuck_ ? end_at_rest(gap_.value()) : Status::running;
  }

 private:
  static constexpr double gain_beyond_rounding = 1e-12;

  ProvenGap gap_;
  double tolerance_;
  Stagnation of_gap_;
  Stagnation of_objective_;
  bool is_stuck_ = false;
};

/// Schedule for methods that do not know their gap: after 16, 32, 64, … passes. Proofs take a fifth of the
/// work at first, then ever less.
class PassDoublings {
 public:
  explicit PassDoublings(std::uint64_t nonzeros) : due_(16 * nonzeros) {}

  bool is_due(const Progress& progress) {
    if (progress.entries_touched < due_) return false;
    due_ = 2 * progress.entries_touched;
    return true;
  }

 private:
  std::uint64_t due_;
};

/// Stopping rule of these methods: converged when the gap is at most the tolerance.
class GapAtDoublings {
 public:
  GapAtDoublings(const Problem& problem, const OptionValues& options)
      : gap_(problem),
        tolerance_(options.number("tolerance")),
        doublings_(static_cast<std::uint64_t>(problem.rows().nonzeros())) {}

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

/// Stages in which accelerated dual methods solve hinge, since their rates need a strongly convex ℓ*. In a
/// stage ℓ*(−a_i) + (μ/2)(a_i − a_i⁰)² replaces ℓ*(−a_i), where a⁰ ends the last stage (Rockafellar's
/// proximal point method on the dual; a⁰ = 0 would give the smoothed hinge loss). A stage has 2m(1 + κ)
/// steps, which divide what is left by about e². Then the gap of F is proved: converged when at most the
/// tolerance. If the stage has not halved it, the next has half the μ.
class ProximalPointStages {
 public:
  ProximalPointStages(const Problem& problem, const OptionValues& options)
      : gap_(problem), tolerance_(options.number("tolerance")) {}

  double mu() const { return mu_; }

  void begin_stage(const Progress& progress, double steps) {
    is_over_ = false;
    end_ = static_cast<double>(progress.updates) + steps;
  }
  bool stage_is_over() const { return is_over_; }

  bool walks_are_due(const Progress& progress) {
    if (static_cast<double>(progress.updates) >= end_) {
      end_ = infinity;
      gap_.insist();
    }
    return gap_.walks_are_due();
  }

  Status walk(const Solver& solver) {
    if (!gap_.walk(solver)) return Status::running;
    if (gap_.value() <= tolerance_) return Status::converged;
    if (!(gap_.value() <= last_ / 2)) mu_ /= 2;
    last_ = gap_.value();
    is_over_ = true;
    return Status::running;
  }

 private:
  ProvenGap gap_;
  double tolerance_;
  double mu_ = 0.5;
  double last_ = infinity;
  double end_ = 0;
  bool is_over_ = false;
};

}  // namespace descent
