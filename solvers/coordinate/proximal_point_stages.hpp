#pragma once

#include "solvers/contract/gap_rule.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

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
