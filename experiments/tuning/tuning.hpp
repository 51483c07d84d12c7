#pragma once

#include <cstddef>
#include <filesystem>

#include "experiments/config/config.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "support/json/json_place.hpp"
#include "support/records/manifest.hpp"

namespace descent {

struct TuningSettings {
  JobSettings jobs = {};
  bool again = false;  ///< also constants that the tuned file has from an earlier tuning
  bool require_real = false;
  std::filesystem::path folder = {};                           ///< of results, for the trials
  std::filesystem::path optima_folder = "results/references";  ///< certified optima
};

struct TuningOutcome {
  std::size_t chosen = 0;  ///< number of constants
  std::size_t failed = 0;  ///< pairs of method and problem in which every trial failed
};

/// Chooses the open constants of every method on every problem by one protocol:
/// - All constants have the same grid. It is widened while the best value lies at its end, and refined once
///   around the best value. Several constants are tuned in turn.
/// - A trial is `tuning.seeds` runs, each with `tuning.budget_share` of the run's budget and seeds that
///   reported runs never use. Close trials get up to four times as many seeds. best_trial chooses.
/// - A method that needs the radius of the optimum gets it from the certified optimum, computed first if
///   missing.
///
/// Constants found with other trials or seeds, by another rule, or on data with another checksum count as
/// missing. The CPU time of all trials is added up. The tuned file and FOLDER/tuning.csv are written after
/// each problem and each series of trials, so an interrupted tuning continues, also with `again`.
TuningOutcome tune(const Config& config, const TuningSettings& settings);

/// The trials behind the tuned constants of a results folder, for the page:
///  - `constants`: as in the manifest, with `trials`. A trial is [value, objectives of the seeds, true if all
///    its constants were chosen]. The objective of a run that diverged or failed is null.
///  - `missing`: a sentence on constants whose trials are not here; empty if all are.
Json tuning_trials(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace descent
