#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace descent {

/// Resources that every job asks Slurm for.
struct SlurmOptions {
  std::vector<std::string> words = {};  ///< options of sbatch: "--partition=long"
  std::size_t array_tasks = 10;         ///< the maximum of an array
  bool exclusive = false;               ///< each task gets a whole node
  int cores = 1;                        ///< of a task without a whole node, which does as many runs at once
  bool tunes = true;                    ///< tune constants without a chosen value first
};

/// Throws ConfigError if there is no sbatch on the PATH.
void require_sbatch();

/// Throws ConfigError if a job of the folder's last submission has not ended.
void require_no_jobs(const std::filesystem::path& results);

/// Plans a configuration and submits jobs: an array for missing optima, tuning of constants without a chosen
/// value, arrays that share the missing runs, and a last job that draws. `settings.words` carries out the
/// configuration without Slurm; `slurm_words` are the other options of this call. Throws what
/// run_experiment() throws before any run starts, and ConfigError if sbatch refuses; then no job stays.
void submit_experiment(const Config& config, const RunSettings& settings, const SlurmOptions& options,
                       const std::string& slurm_words);

/// Prints the jobs that submit_experiment() would submit. Writes nothing.
void print_submission(const Config& config, const RunSettings& settings, const SlurmOptions& options);

/// The work of a Slurm job.
struct ClusterTask {
  enum class Kind { optima, runs, end };
  Kind kind = Kind::end;
  std::size_t number = 0;  ///< of the task in its array, from 1
};

/// Reads "optima/3", "runs/12" or "end". Throws ConfigError.
ClusterTask parse_cluster_task(const std::string& text);

/// Carries out the task's share of the last submission. The last task updates the manifest, reports what is
/// missing and draws. No two tasks write the same file. Returns how many runs are not well or, in the last
/// task, missing. Throws ConfigError if the configuration is not what was submitted or the processor is not
/// what was asked for, and RunError if other jobs may use this job's cores.
std::size_t carry_out_task(const Config& config, const RunSettings& settings, const ClusterTask& task);

}  // namespace descent
