#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "support/records/trial_rows.hpp"

namespace descent {

// Values to try for a constant, and the choice among the trials.

/// Values of a method's constants, and their results.
struct Trial {
  Constants constants;
  /// Objective at the end of the trial's budget, one per tuning seed; infinite for a run that diverged or
  /// failed.
  std::vector<double> objectives;
  double mean() const;
  double standard_error() const;  ///< of the mean; 0 for a single run
};

/// Grid of every constant: half-decades from 10⁻³ to 10⁵, ascending.
std::vector<double> tuning_grid();

/// Two values that refine the best: a quarter of a decade to either side.
std::vector<double> refinement_of(double value);

/// Limit on widening the grid at either end.
constexpr int widened_decades = 4;

/// The next two values beyond the grid's end at which the best trial lies. Empty if it lies at neither end,
/// or the grid was widened enough. The trials differ only in the constant `name`, as in a sweep.
std::vector<double> widened_grid(std::span<const Trial> trials, const std::string& name);

/// Values of that constant in the trials, ascending.
std::vector<double> values_of(std::span<const Trial> trials, const std::string& name);

/// Indices of the trials whose mean objective is less than two standard errors (of the difference) above the
/// smallest, including the smallest.
std::vector<std::size_t> close_trials(std::span<const Trial> trials);

/// Close trials that need further seeds: if there are several and some have fewer than `most_seeds`.
std::vector<std::size_t> undecided_trials(std::span<const Trial> trials, std::size_t most_seeds);

/// Maximum number of seeds of a trial that starts with `seeds`.
constexpr std::size_t most_tuning_seeds(std::int64_t seeds) {
  return 4 * static_cast<std::size_t>(seeds);
}

/// Trial with the smallest mean objective. If the constants include a radius, the close trial with the
/// smallest radius: beyond the norm of w*, radii differ only by noise.
const Trial& best_trial(std::span<const Trial> trials);

}  // namespace descent
