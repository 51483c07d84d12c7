#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace descent {

/// What is asked of Slurm for every job.
struct SlurmOptions {
  std::string partition;   ///< empty: the cluster's default, as with the next two
  std::string constraint;  ///< which nodes will do
  std::string time;        ///< limit of each job, or of each task of an array
  std::size_t array_tasks = 10;
  bool exclusive = false;            ///< a task has a whole node to itself
  int cores = 1;                     ///< else it has these, and does as many runs at once
  std::vector<std::string> further;  ///< words for sbatch
  bool tunes = true;                 ///< constants that nobody has chosen are tuned first
};

/// A job, or an array of them, of one experiment.
struct JobScript {
  std::string kind;                   ///< "runs": names its script and its log
  std::vector<std::string> commands;  ///< lines of a shell
  std::size_t tasks = 0;              ///< of an array; 0: a plain job
  std::size_t first_task = 1;         ///< number of the first of them
  bool has_cores = true;              ///< it gets the cores that are asked for, instead of one
  int processes = 1;                  ///< that share each run, with a core each
};

/// Where scripts, logs and what is submitted lie.
std::filesystem::path slurm_folder(const std::filesystem::path& results);

/// Where runs of a task exchange files with the processes that share them.
std::filesystem::path exchange_folder(const std::filesystem::path& results, std::size_t task);

/// FOLDER/slurm/KIND.sh
std::filesystem::path script_path(const std::filesystem::path& results, const std::string& kind);

/// The text of the script, complete: `sbatch SCRIPT` submits it. Throws ConfigError for an option that is
/// empty or has several lines.
std::string script_text(const JobScript& job, const std::string& experiment,
                        const std::filesystem::path& results, const SlurmOptions& options);

}  // namespace descent
