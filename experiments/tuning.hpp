#pragma once

#include "experiments/config.hpp"
#include "experiments/tuned_file.hpp"

namespace descent {

struct TuningSettings {
  int jobs = 1;
  bool quiet = false;
  bool again = false;  ///< also what the tuned file already has
  bool require_real = false;
  std::filesystem::path references = "results/references";  ///< folder of the reference optima
};

/// The grid that every constant is chosen from: half-decades from 10⁻³ to 10⁵, ascending.
std::vector<double> tuning_grid();

/// The two values that refine a best one of the grid: a quarter of a decade to either side, at an end of the
/// grid an eighth and a quarter inwards.
std::vector<double> refinement_of(double step);

/// The trial with the smallest mean objective; the smaller step of two that are equal.
const Trial& best_trial(const std::vector<Trial>& trials);

/// Chooses the step-size constant of every method of the configuration that has one and is not given it, on
/// every problem, by one protocol: the same grid, refined once around the best value, each trial
/// `tuning.seeds` runs of `tuning.budget_share` of the run's budget with seeds that reported runs never use,
/// judged by the mean objective at the end. A method that takes the radius of the optimum gets it from the
/// certified optimum, which is computed first where it is missing. A constant found with other trials counts
/// as missing. Writes the tuned file after each problem, so that an interrupted tuning goes on where it was.
/// Returns how many constants were chosen.
std::size_t tune(const Config& config, const TuningSettings& settings);

}  // namespace descent
