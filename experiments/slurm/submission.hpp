#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// A run in the share of a task.
struct SharedRun {
  std::string what;  ///< problem, method and seed, which no other run of the configuration has
  std::string id;    ///< on the processor that planned; another one where another processor carries it out
};

/// What was handed to Slurm last: FOLDER/slurm/submission.json, written by those who plan and gather alone.
struct Submission {
  std::string submitted;   ///< UTC
  std::string words;       ///< behind `descent`, to submit what is missing
  bool exclusive = false;  ///< tasks have whole nodes
  /// Numbers by kind: "optima", "tuning", "runs", "runs-P" where P processes share a run, "end".
  std::map<std::string, std::string> jobs;
  std::vector<std::vector<std::string>> optima;  ///< descriptions of the problems, by task
  std::vector<std::vector<SharedRun>> runs;      ///< by task
};

/// Whether jobs of the kind carry out runs.
inline bool is_of_runs(std::string_view kind) {
  return kind.starts_with("runs");
}

/// Nothing when nothing was submitted. Throws ConfigError for a damaged file.
std::optional<Submission> read_submission(const std::filesystem::path& results);
void write_submission(const std::filesystem::path& results, const Submission& submission);

/// What a task says of itself when it begins: FOLDER/slurm/task-N.json, written by that task alone.
struct TaskNote {
  std::string node;
  std::string processor;         ///< its model
  std::size_t at_once = 1;       ///< runs that it carries out at a time
  std::vector<std::string> ids;  ///< of its share, where they are kept
};

std::optional<TaskNote> read_task_note(const std::filesystem::path& results, std::size_t task);
void write_task_note(const std::filesystem::path& results, std::size_t task, const TaskNote& note);

/// Removes the notes of `tasks` tasks.
void remove_task_notes(const std::filesystem::path& results, std::size_t tasks);

/// Throws ConfigError when a job of what was submitted last has not ended: the folder is theirs.
void require_no_jobs(const std::filesystem::path& results);

}  // namespace descent
