#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace descent {

class ManifestFile;

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

/// A job of an experiment, or an array of tasks.
struct SlurmJob {
  std::string kind;            ///< "optima", "tuning", "runs", "runs-P" for runs in P processes, or "end"
  std::string command = {};    ///< a line of a shell
  std::size_t tasks = 0;       ///< of an array; 0: a plain job
  std::size_t first_task = 1;  ///< number of the array's first task
  int processes = 1;           ///< that share each run, with a core each
  std::string number = {};     ///< empty until it is submitted

  bool has_runs() const { return kind.starts_with("runs"); }

  /// The text of its script. Throws ConfigError for an option of sbatch that is empty or has several lines.
  std::string script(const std::string& experiment, const std::filesystem::path& results,
                     const SlurmOptions& options) const;
};

/// Work by the task that does it.
using TaskShares = std::vector<std::vector<std::string>>;

/// The last submission: FOLDER/slurm/submission.json, written by the command that submits and by the last
/// job.
struct Submission {
  std::string submitted = {};  ///< UTC
  std::string command = {};    ///< arguments of `descent` that submit what is missing
  bool exclusive = false;      ///< tasks have whole nodes
  double longest_task = 0;     ///< expected seconds
  std::vector<SlurmJob> jobs = {};
  TaskShares optima = {};  ///< descriptions of problems
  TaskShares runs = {};    ///< RunSpec::what()
  TaskShares ids = {};     ///< of these runs, as planned; other IDs on other processors
};

/// The runs of a task: FOLDER/slurm/task-N.json, written by the task when it begins.
struct TaskNote {
  std::size_t at_once = 1;            ///< runs that it carries out at a time
  std::vector<std::string> ids = {};  ///< of its runs, on its processor
};

/// Both are empty if the file is missing, and throw ConfigError if it is damaged.
std::optional<Submission> read_submission(const std::filesystem::path& results);
std::optional<TaskNote> read_task_note(const std::filesystem::path& results, std::size_t task);

/// Both throw ResultFileError.
void write_submission(const std::filesystem::path& results, const Submission& submission);
void write_task_note(const std::filesystem::path& results, std::size_t task, const TaskNote& note);

/// FOLDER/slurm/NAME: "runs.sh" is the script of a job.
std::filesystem::path slurm_file(const std::filesystem::path& results, const std::string& name);

/// The call of sbatch that submits a job. Tuning and runs wait until the jobs before them have ended well;
/// the last job waits until the runs have ended in any way.
std::vector<std::string> sbatch_words(const SlurmJob& job, const std::filesystem::path& results,
                                      const std::vector<SlurmJob>& jobs);

/// Submits a job by these words, and returns its number. Throws ConfigError with the words of sbatch if
/// sbatch refuses.
std::string submit_job(const std::vector<std::string>& words);

/// Cancels the submitted jobs. False if scancel fails.
bool cancel_jobs(const std::vector<SlurmJob>& jobs);

/// States of jobs and tasks by their numbers: "41" or "41_3" → "RUNNING".
using JobQueue = std::map<std::string, std::string>;

/// The user's jobs that have not ended. Empty if squeue fails.
std::optional<JobQueue> queued_jobs();

/// The number of the job that a queued job or task belongs to: "41_3" → "41".
inline std::string job_of(const std::string& queued) {
  return queued.substr(0, queued.find('_'));
}

/// Deals work out to at most `most` tasks of about the same sum of `seconds`, in its order, which keeps runs
/// of one problem together. Returns the indices of the work by task; no task is empty.
std::vector<std::vector<std::size_t>> deal_out(std::span<const double> seconds, std::size_t most);

/// The processor models whose runs count: those that were asked for, or else all that have carried out runs
/// of the folder, those with most runs first, and the model of this machine.
std::vector<std::string> counted_processors(const RunSettings& settings);

/// Writes the manifest with a session for every machine of the last submission, whose jobs have ended, and
/// removes what its tasks have left.
void keep_sessions_of_tasks(const std::filesystem::path& results, ManifestFile& manifest);

}  // namespace descent
