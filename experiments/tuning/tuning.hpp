#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"

namespace descent {

struct TuningSettings {
  int jobs = 1;
  bool quiet = false;
  bool again = false;  ///< also what the tuned file already has
  bool require_real = false;
  std::filesystem::path optima_folder = "results/references";  ///< of the certified optima
};

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

/// What the trials have tried for that constant, ascending.
std::vector<double> values_of(std::span<const Trial> trials, const std::string& name);

/// The trials, by their indices, whose mean objective is less than two standard errors (of the difference)
/// above the smallest one, which is among them.
std::vector<std::size_t> close_trials(std::span<const Trial> trials);

/// The trial with the smallest mean objective. Where the constants include a radius, the one with the
/// smallest radius among the close ones: beyond the norm of w*, radii differ by noise alone.
const Trial& best_trial(std::span<const Trial> trials);

/// Chooses the constants of every method of the configuration that leaves some to tuning, on every problem,
/// by one protocol: the same grid, widened while the best value lies at its end, refined once around it, of
/// several constants one after the other; each trial `tuning.seeds` runs of `tuning.budget_share` of the
/// run's budget with seeds that reported runs never use, close ones up to four times as many, judged as by
/// best_trial. A method that takes the radius of the optimum gets it from the certified optimum, which is
/// computed first where it is missing. A constant found with other trials counts as missing. Writes the tuned
/// file after each problem, so that an interrupted tuning goes on where it was. Returns how many constants
/// were chosen.
std::size_t tune(const Config& config, const TuningSettings& settings);

}  // namespace descent
