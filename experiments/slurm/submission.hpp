#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/slurm/slurm.hpp"

namespace descent {

class ManifestFile;

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
