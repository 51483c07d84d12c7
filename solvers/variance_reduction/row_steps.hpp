#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/problem/weighted_loss.hpp"

namespace descent {

/// The constant step γ along single rows: the option's number, or share/L with L = sup ℓ'' max_i c_i
/// ‖row_i‖², the largest curvature of a row's loss.
template <class Loss>
double row_step(const Problem& problem, const OptionValues& options, double share) {
  if (!options.is_word("step")) return options.number("step");
  double largest = std::numeric_limits<double>::min();
  for (Index i = 0; i < problem.m(); ++i)
    largest = std::max(largest, problem.row_weight(i) * squared_norm(problem.rows()[i]));
  return share / (UnitLoss<Loss>::curvature * largest);
}

/// Computes a_i = −ℓ'(z_i) at the weights of lazy steps, which keep no z_i, in one walk.
template <class Loss, class Steps>
void find_dual_weights(const Problem& problem, const Loss& loss, const Steps& steps, std::span<double> a) {
  std::vector<double> w(static_cast<std::size_t>(problem.n()));
  steps.weights(w);
  for (Index i = 0; i < problem.m(); ++i)
    a[static_cast<std::size_t>(i)] = -unit_of(loss).derivative(problem.argument(i, w));
}

inline Option row_step_option(std::string automatic, std::string source) {
  return {.name = "step",
          .description = "the constant step; auto: " + std::move(automatic) +
                         ", L the largest curvature of a row's loss; tuned: chosen by tune",
          .default_value = "auto",
          .range = NumberRange{.lower = 0, .lower_allowed = false},
          .words = {"auto", "tuned"},
          .source = std::move(source),
          .tunable = true};
}

}  // namespace descent
