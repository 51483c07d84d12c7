#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/tuned_file.hpp"

namespace descent {

// The values that are tried for a constant, and the choice among the trials.

/// The grid that every constant is chosen from: half-decades from 10⁻³ to 10⁵, ascending.
std::vector<double> tuning_grid();

/// The two values that refine a best one: a quarter of a decade to either side.
std::vector<double> refinement_of(double value);

/// How far the grid may be widened at either end.
constexpr int widened_decades = 4;

/// The next two values beyond the end of the grid where the best trial lies; none when it lies at neither
/// end, or the grid was widened enough. The trials differ in the constant `name` alone, as those of a sweep
/// do.
std::vector<double> widened_grid(std::span<const Trial> trials, const std::string& name);

/// Values that the trials have tried for that constant, ascending.
std::vector<double> values_of(std::span<const Trial> trials, const std::string& name);

/// The trials, by their indices, whose mean objective is less than two standard errors (of the difference)
/// above the smallest one, which is among them.
std::vector<std::size_t> close_trials(std::span<const Trial> trials);

/// Those of them that are to have further seeds: several, of which some have fewer than `most_seeds`.
std::vector<std::size_t> undecided_trials(std::span<const Trial> trials, std::size_t most_seeds);

/// How many seeds a trial may have, where each has `seeds` at first.
constexpr std::size_t most_tuning_seeds(std::int64_t seeds) {
  return 4 * static_cast<std::size_t>(seeds);
}

/// The trial with the smallest mean objective. Where the constants include a radius, the one with the
/// smallest radius among the close ones: beyond the norm of w*, radii differ by noise alone.
const Trial& best_trial(std::span<const Trial> trials);

}  // namespace descent
