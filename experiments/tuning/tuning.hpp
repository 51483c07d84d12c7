#pragma once

#include <cstddef>
#include <filesystem>

#include "experiments/config/config.hpp"

namespace descent {

struct TuningSettings {
  int jobs = 1;
  bool quiet = false;
  bool again = false;  ///< also what the tuned file already has
  bool require_real = false;
  std::filesystem::path optima_folder = "results/references";  ///< of the certified optima
};

struct TuningOutcome {
  std::size_t chosen = 0;  ///< constants
  std::size_t failed = 0;  ///< methods on a problem of which every trial failed
};

/// Chooses the constants of every method of the configuration that leaves some to tuning, on every problem,
/// by one protocol: the same grid, widened while the best value lies at its end, refined once around it, of
/// several constants one after the other; each trial `tuning.seeds` runs of `tuning.budget_share` of the
/// run's budget with seeds that reported runs never use, close ones up to four times as many before the best
/// one is taken for it, judged as by best_trial. A method that takes the radius of the optimum gets it from
/// the certified optimum, which is computed first where it is missing. A constant found with other trials or
/// seeds, or chosen otherwise from them, counts as missing. Adds up the CPU time of all trials. A constant
/// found on data with another checksum counts as missing too. Writes the tuned file after each problem and
/// each series of trials, so that an interrupted tuning goes on where it was; with `again` the trials of the
/// problem at work are lost.
TuningOutcome tune(const Config& config, const TuningSettings& settings);

}  // namespace descent
