#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "solvers/contract/option.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// The constant c of option `step`. Methods step along the gradient of the mean loss; "rows" means c = m, a
/// step of 1 along the gradient of the sum: the problem as printed by Tao et al. 2013.
inline double step_constant(const Problem& problem, const OptionValues& options) {
  return options.is_word("step", "rows") ? static_cast<double>(problem.m()) : options.number("step");
}

/// Step sizes η_t for t ≥ 1 (docs/methods.md §3), with one constant c > 0:
///   inverse_sqrt      η_t = c/√t                    (Tao et al. 2013, appendix 3(1))
///   strongly_convex   η_t = 1/(λ t)                 (appendix 3(2)), without a constant; with "offset"
///                     η_t = 1/(λ (t + t₀)), t₀ = 1/(c λ), so that η_0 = c           (Bottou 2012, §5.2)
///   inverse           η_t = c/t                     (the assumption of §3.2 under L2, η_t = O(1/t))
/// Published methods under L2 have no offset: their first steps are as long as 1/λ, and the iterates start
/// far out. All of them have the option, for comparisons as published or with a constant for each. `auto` is
/// inverse_sqrt under L1, strongly_convex under L2. Methods that step along single coordinates pass
/// t = 1 + updates/n, a real number that counts passes.
class StepSize {
 public:
  StepSize(const Problem& problem, const OptionValues& options)
      : c_(step_constant(problem, options)),
        rate_(is_strongly_convex(problem.regularizer(), options) ? problem.lambda() : 1 / c_),
        offset_(options.flag("offset") ? 1 / c_ : 0),
        decays_like_inverse_(is_strongly_convex(problem.regularizer(), options) ||
                             options.word("schedule") == "inverse") {}

  double operator()(double t) const {
    return decays_like_inverse_ ? 1 / (rate_ * t + offset_) : c_ / std::sqrt(t);
  }

  /// True if the steps depend on the constant c.
  static bool has_constant(RegularizerKind regularizer, const OptionValues& options) {
    return !is_strongly_convex(regularizer, options) || options.flag("offset");
  }

  /// True if steps fall like 1/(λt), which allows an offset.
  static bool is_strongly_convex(RegularizerKind regularizer, const OptionValues& options) {
    const std::string& schedule = options.word("schedule");
    return schedule == "strongly_convex" || (schedule == "auto" && regularizer == RegularizerKind::l2);
  }

 private:
  double c_;
  double rate_;    ///< λ, or 1/c
  double offset_;  ///< λ t₀
  bool decays_like_inverse_;
};

inline Option step_option(std::string description) {
  return {.name = "step",
          .description = std::move(description) + "; \"rows\": m, which is 1 for the gradient of the sum",
          .default_value = 1.0,
          .range = above_zero,
          .words = {"rows"},
          .tunable = true,
          .matters_when = StepSize::has_constant,
          .matters_where = "where steps fall like c/sqrt(t) or c/t, or with \"offset\": true"};
}

/// Steps 1/(λ (t + t₀)) in place of the published 1/(λ t).
inline Option offset_option() {
  return {.name = "offset",
          .description =
              "steps 1/(lambda (t + t0)), t0 = 1/(step lambda), where they are 1/(lambda t) as published",
          .default_value = false,
          .source = "Bottou 2012, section 5.2",
          .matters_when = StepSize::is_strongly_convex,
          .matters_where = "where steps fall like 1/(lambda t)"};
}

/// The same for methods with fixed steps: c matters under L2 only with an offset, which L1 does not have.
inline Option step_option_of_fixed_schedule(std::string description) {
  Option option = step_option(std::move(description));
  option.matters_when = [](RegularizerKind regularizer, const OptionValues& options) {
    return regularizer != RegularizerKind::l2 || options.flag("offset");
  };
  option.matters_where = "under l1, or with \"offset\": true";
  return option;
}

inline Option offset_option_of_fixed_schedule() {
  Option option = offset_option();
  option.matters_when = [](RegularizerKind regularizer, const OptionValues&) {
    return regularizer == RegularizerKind::l2;
  };
  option.matters_where = "under l2";
  return option;
}

inline Option dual_averaging_step_option() {
  return step_option_of_fixed_schedule(
      "c of w = -c sqrt(t) S(mean subgradient, lambda) under L1; of the offset under L2");
}

inline Option schedule_option() {
  return word_option("schedule",
                     "how the step size falls: c/sqrt(t), 1/(lambda t) or c/t; auto: inverse_sqrt under "
                     "L1, strongly_convex under L2",
                     "auto", {"auto", "inverse_sqrt", "strongly_convex", "inverse"},
                     "Tao et al. 2013, section 3.2 and appendix 3");
}

inline Option average_option() {
  return flag_option("average", "report the mean of all iterates instead of the last one", false,
                     "Tao et al. 2013, Theorem 1");
}

}  // namespace descent
