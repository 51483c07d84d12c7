#include "experiments/slurm/folder_status.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <map>
#include <set>
#include <system_error>

#include "experiments/run/provenance_of_run.hpp"
#include "experiments/slurm/slurm_programs.hpp"
#include "experiments/slurm/submission.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/run_file.hpp"

namespace descent {

namespace {

/// Whether there is a file of the run, which is counted by how it ended, or as damaged.
bool count_file(const std::filesystem::path& folder, const std::string& id, FolderStatus& status) {
  std::error_code unknown;
  if (!std::filesystem::exists(run_file(folder, id), unknown)) return false;
  try {
    const RunFile run = read_run(folder, id);
    const ResultRow& last = run.rows.back();
    if (run_status::is_failed(last.status)) {
      status.failed.push_back(
          {id, fmt::format("{}, {}, seed {}", last.dataset, last.method, last.seed), last.status});
      return true;
    }
    require_identity(run.provenance, folder);
    ++status.done;
  } catch (const ResultFileError& damage) {
    status.damaged.emplace_back(damage.what());
  }
  return true;
}

/// Counts the runs of a task. `state` is that of the task in the queue, empty when it is not there.
void count_share(const std::filesystem::path& folder, const std::vector<std::string>& ids,
                 const std::string& state, std::size_t at_once, FolderStatus& status) {
  std::size_t open = 0;
  for (const std::string& id : ids) open += !count_file(folder, id, status);
  const std::size_t running = state == "RUNNING" ? std::min(at_once, open) : 0;
  status.running += running;
  (state.empty() ? status.missing : status.waiting) += open - running;
}

/// "runs: job 41: 2 running, 8 pending"
std::string job_text(const std::string& kind, const std::string& job, const JobQueue& queue) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [queued, state] : queue) {
    if (belongs_to(queued, job)) ++counts[boost::to_lower_copy(state)];
  }
  std::vector<std::string> states;
  for (const auto& [state, count] : counts) states.push_back(fmt::format("{} {}", count, state));
  return fmt::format("{}: job {}: {}", kind, job,
                     states.empty() ? "ended" : fmt::format("{}", fmt::join(states, ", ")));
}

}  // namespace

FolderStatus status_of_folder(const std::filesystem::path& folder) {
  FolderStatus status;
  const Manifest manifest = read_manifest(folder);
  status.planned = manifest.runs.size();
  status.left_out_datasets = manifest.left_out_datasets;
  std::set<std::string> shared;
  if (const std::optional<Submission> submission = read_submission(folder)) {
    const std::optional<JobQueue> told = jobs_of_user();
    if (!told) status.jobs.emplace_back("squeue cannot be asked: what waits in a queue counts as missing");
    const JobQueue queue = told.value_or(JobQueue{});
    status.words = submission->words;
    std::vector<std::string> kinds{"optima", "tuning"};
    for (const auto& [kind, job] : submission->jobs) {
      if (is_of_runs(kind)) kinds.push_back(kind);
    }
    kinds.emplace_back("end");
    for (const std::string& kind : kinds) {
      const auto job = submission->jobs.find(kind);
      if (told && job != submission->jobs.end()) status.jobs.push_back(job_text(kind, job->second, queue));
    }
    for (std::size_t task = 1; task <= submission->runs.size(); ++task) {
      std::string state;
      for (const auto& [kind, job] : submission->jobs) {
        const auto queued = queue.find(fmt::format("{}_{}", job, task));
        if (is_of_runs(kind) && queued != queue.end()) state = queued->second;
      }
      std::vector<std::string> ids;
      for (const SharedRun& run : submission->runs[task - 1]) {
        ids.push_back(run.id);
        shared.insert(run.id);
      }
      const std::optional<TaskNote> note = read_task_note(folder, task);
      if (note) ids = note->ids;
      count_share(folder, ids, state, note ? note->at_once : 0, status);
    }
  }
  for (const std::string& id : manifest.runs) {
    if (!shared.contains(id)) status.missing += !count_file(folder, id, status);
  }
  return status;
}

}  // namespace descent
