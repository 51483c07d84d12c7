#pragma once

#include "solvers/contract/gap_rule.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// How accelerated dual methods, whose rates need ℓ* to be strongly convex, solve hinge: as a sequence of
/// problems in which ℓ*(−a_i) + (μ/2)(a_i − a_i⁰)² stands for ℓ*(−a_i), a⁰ where the one before has ended
/// (Rockafellar's proximal point method on the dual; with a⁰ = 0 it would be the smoothed hinge loss). Such a
/// stage has as many steps as shrink what it has left to do by about e², 2m(1 + κ), and then the gap of F
/// itself is proven: converged when it is at most the tolerance; where the stage has not halved it, the next
/// one has half the μ.
class ProximalPointStages {
 public:
  ProximalPointStages(const Problem& problem, const OptionValues& options)
      : gap_(problem), tolerance_(options.number("tolerance")) {}

  double mu() const { return mu_; }

  /// Of so many steps.
  void begin_stage(const Progress& progress, double steps) {
    is_over_ = false;
    end_ = static_cast<double>(progress.updates) + steps;
  }
  bool stage_is_over() const { return is_over_; }

  /// Whether the next step is one of the walks.
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
