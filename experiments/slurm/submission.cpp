#include "experiments/slurm/submission.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "plots/results/result_json.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"

namespace descent {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Submission, submitted, command, exclusive, jobs, optima, runs, ids)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TaskNote, at_once, ids)

namespace {

std::filesystem::path submission_path(const std::filesystem::path& results) {
  return slurm_folder(results) / "submission.json";
}

std::filesystem::path note_path(const std::filesystem::path& results, std::size_t task) {
  return slurm_folder(results) / fmt::format("task-{}.json", task);
}

template <class Record>
std::optional<Record> read_sealed(const std::filesystem::path& file) {
  if (!is_file(file)) return std::nullopt;
  try {
    return read_result_json(file).get<Record>();
  } catch (const Json::exception&) {
    throw ConfigError(fmt::format(
        "{}: is not what `descent run --slurm` writes; remove it when no job of the folder is left",
        file.string()));
  }
}

void write_sealed(const std::filesystem::path& file, const Json& record) {
  write_atomically(file, json_text(sealed(record), 1) + '\n');
}

}  // namespace

std::optional<Submission> read_submission(const std::filesystem::path& results) {
  return read_sealed<Submission>(submission_path(results));
}

std::optional<TaskNote> read_task_note(const std::filesystem::path& results, std::size_t task) {
  return read_sealed<TaskNote>(note_path(results, task));
}

void write_submission(const std::filesystem::path& results, const Submission& submission) {
  write_sealed(submission_path(results), submission);
}

void write_task_note(const std::filesystem::path& results, std::size_t task, const TaskNote& note) {
  write_sealed(note_path(results, task), note);
}

void require_no_jobs(const std::filesystem::path& results) {
  const std::optional<Submission> submission = read_submission(results);
  const auto queue = submission ? queued_jobs() : std::nullopt;
  std::set<std::string> open;
  for (const auto& [queued, state] : queue.value_or(JobQueue())) {
    if (std::ranges::find(submission->jobs, job_of(queued), &JobNumbers::value_type::second) !=
        submission->jobs.end())
      open.insert(job_of(queued));
  }
  if (open.empty()) return;
  throw ConfigError(
      fmt::format("{}: its jobs {} have not ended; `descent status {}` tells how far they are, and `scancel "
                  "{}` ends them",
                  results.string(), fmt::join(open, ", "), results.string(), fmt::join(open, " ")));
}

}  // namespace descent
