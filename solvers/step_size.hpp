#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "solvers/option.hpp"
#include "solvers/problem.hpp"

namespace descent {

/// Step sizes η_t for t ≥ 1 (methods.md §3), with one constant c > 0:
///   inverse_sqrt      η_t = c/√t                    (Tao et al. 2013, Theorem 1(1) and 3(1))
///   strongly_convex   η_t = 1/(λ (t + t₀)), t₀ = 1/(c λ), so that η_0 = c     (Theorem 1(2) and 3(2))
/// The theorems have η_t = 1/(λ t); t₀ is ours. Without it the first steps are as long as 1/λ = m, and the
/// iterates start far out; Pegasos and dual averaging under L2, which have no constant to choose, do exactly
/// that. `auto` takes the schedule of the regulariser's theorem: inverse_sqrt under L1, strongly_convex under
/// L2. Methods that step along single coordinates pass t = 1 + updates/n, a real number that counts passes.
class StepSize {
 public:
  StepSize(const Problem& problem, const OptionValues& options)
      : c_(options.number("step")), lambda_(problem.lambda()) {
    const std::string& schedule = options.word("schedule");
    decays_like_inverse_ =
        schedule == "strongly_convex" || (schedule == "auto" && problem.regularizer() == RegularizerKind::l2);
  }

  double operator()(double t) const {
    return decays_like_inverse_ ? 1 / (lambda_ * t + 1 / c_) : c_ / std::sqrt(t);
  }

 private:
  double c_;
  double lambda_;
  bool decays_like_inverse_;
};

/// The constant c as an option of its own, for methods whose schedule is fixed.
inline Option step_option(std::string description) {
  return {.name = "step",
          .description = std::move(description),
          .fallback = 1.0,
          .range = NumberRange{.lower = 0, .lower_allowed = false},
          .tuned_under = {RegularizerKind::l1, RegularizerKind::l2}};
}

/// c of regularised dual averaging, which has no step size to choose under L2.
inline Option dual_averaging_step_option() {
  Option option =
      step_option("c of w = -c sqrt(t) S(mean subgradient, lambda) under L1; without effect under L2");
  option.tuned_under = {RegularizerKind::l1};
  return option;
}

inline Option schedule_option() {
  return {.name = "schedule",
          .description = "how the step size falls; auto: inverse_sqrt under L1, strongly_convex under L2",
          .fallback = "auto",
          .words = {"auto", "inverse_sqrt", "strongly_convex"},
          .source = "Tao et al. 2013, Theorems 1 and 3"};
}

inline Option average_option() {
  return {.name = "average",
          .description = "report the mean of all iterates instead of the last one",
          .fallback = false,
          .source = "Tao et al. 2013, Theorem 1"};
}

}  // namespace descent
