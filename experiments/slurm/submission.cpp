#include "experiments/slurm/submission.hpp"

#include <fmt/ranges.h>

#include <limits>
#include <set>
#include <system_error>

#include "experiments/slurm/job_script.hpp"
#include "experiments/slurm/slurm_programs.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/json/json_place.hpp"
#include "support/json/json_text.hpp"

namespace descent {

namespace {

std::filesystem::path submission_path(const std::filesystem::path& results) {
  return slurm_folder(results) / "submission.json";
}

std::filesystem::path note_path(const std::filesystem::path& results, std::size_t task) {
  return slurm_folder(results) / fmt::format("task-{}.json", task);
}

void write_json(const std::filesystem::path& file, const Json& json) {
  write_atomically(file, json_text(json, 1) + '\n');
}

std::vector<std::string> texts_at(const JsonPlace& place) {
  return place.list(&JsonPlace::text);
}

std::vector<SharedRun> runs_at(const JsonPlace& share) {
  return share.list([](const JsonPlace& run) {
    return SharedRun{run.at("what").text(), run.at("id").text()};
  });
}

}  // namespace

std::optional<Submission> read_submission(const std::filesystem::path& results) {
  const std::filesystem::path file = submission_path(results);
  if (!is_file(file)) return std::nullopt;
  const Json json = read_written_json(file);
  const JsonPlace place(file.string(), json);
  Submission submission{.submitted = place.at("submitted").text(),
                        .words = place.at("command").text(),
                        .exclusive = place.at("exclusive").flag(),
                        .jobs = {},
                        .optima = place.at("optima").list(texts_at),
                        .runs = place.at("runs").list(runs_at)};
  const JsonPlace jobs = place.at("jobs");
  for (const std::string& kind : jobs.keys()) submission.jobs[kind] = jobs.at(kind).text();
  return submission;
}

void write_submission(const std::filesystem::path& results, const Submission& submission) {
  Json runs = Json::array();
  for (const std::vector<SharedRun>& share : submission.runs) {
    runs.push_back(Json::array());
    for (const SharedRun& run : share) runs.back().push_back({{"what", run.what}, {"id", run.id}});
  }
  write_json(submission_path(results), {{"submitted", submission.submitted},
                                        {"command", submission.words},
                                        {"exclusive", submission.exclusive},
                                        {"jobs", Json(submission.jobs)},
                                        {"optima", Json(submission.optima)},
                                        {"runs", std::move(runs)}});
}

std::optional<TaskNote> read_task_note(const std::filesystem::path& results, std::size_t task) {
  const std::filesystem::path file = note_path(results, task);
  if (!is_file(file)) return std::nullopt;
  const Json json = read_written_json(file);
  const JsonPlace place(file.string(), json);
  return TaskNote{
      .node = place.at("node").text(),
      .processor = place.at("processor").text(),
      .at_once = static_cast<std::size_t>(place.at("at_once").integer(1, std::numeric_limits<int>::max())),
      .ids = texts_at(place.at("runs"))};
}

void write_task_note(const std::filesystem::path& results, std::size_t task, const TaskNote& note) {
  write_json(
      note_path(results, task),
      {{"node", note.node}, {"processor", note.processor}, {"at_once", note.at_once}, {"runs", note.ids}});
}

void remove_task_notes(const std::filesystem::path& results, std::size_t tasks) {
  std::error_code ignored;
  for (std::size_t task = 1; task <= tasks; ++task)
    std::filesystem::remove(note_path(results, task), ignored);
}

void require_no_jobs(const std::filesystem::path& results) {
  const std::optional<Submission> submission = read_submission(results);
  if (!submission || submission->jobs.empty()) return;
  const std::optional<JobQueue> queue = jobs_of_user();
  if (!queue) return;
  std::set<std::string> at_work;
  for (const auto& [queued, state] : *queue) {
    for (const auto& [kind, job] : submission->jobs) {
      if (belongs_to(queued, job)) at_work.insert(job);
    }
  }
  if (at_work.empty()) return;
  throw ConfigError(
      fmt::format("{}: its jobs {} have not ended; `descent status {}` tells how far they are, and `scancel "
                  "{}` ends them",
                  results.string(), fmt::join(at_work, ", "), results.string(), fmt::join(at_work, " ")));
}

}  // namespace descent
