#pragma once

#include <string>

#include "experiments/run/run_settings.hpp"
#include "experiments/slurm/job_script.hpp"

namespace descent {

/// Plans a configuration here and has Slurm do the rest: a job array for the optima that are missing, a job
/// that tunes constants that nobody has chosen, a job array of which every task carries out a share of the
/// missing runs, and a job after that which gathers and draws. Writes the manifest, the scripts and
/// FOLDER/slurm/ submission.json. `settings.words` carries out the configuration without Slurm; `slurm_words`
/// behind them are what this call was asked for. Throws what run_experiment() throws before any run starts,
/// and ConfigError with the words of sbatch when it refuses; then none of the jobs stays.
void submit_experiment(const Config& config, const RunSettings& settings, const SlurmOptions& options,
                       const std::string& slurm_words);

/// Prints what submit_experiment() would submit, and how. Writes nothing.
void print_submission(const Config& config, const RunSettings& settings, const SlurmOptions& options);

}  // namespace descent
