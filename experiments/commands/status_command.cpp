// descent status DIR...: progress of results folders and of their Slurm jobs.

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <map>

#include "experiments/commands/command_line.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/run_store.hpp"
#include "experiments/slurm/slurm.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_lock.hpp"
#include "support/ranges.hpp"
#include "support/records/manifest.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// How far the planned runs of a results folder are.
struct FolderStatus {
  std::map<std::string, std::size_t> counts = {};  ///< "done", "running", "failed", …
  std::vector<std::string> failed = {};            ///< a sentence each
  std::vector<std::string> diverged = {};          ///< a sentence each
  std::vector<std::string> damaged = {};           ///< a sentence each
};

/// Counts a run that has a file. False if it has none.
bool count_file(const std::filesystem::path& folder, const std::string& id, FolderStatus& status) {
  if (!is_present(run_file(folder, id))) return false;
  try {
    const RunFile run = read_run(folder, id);
    const ResultRow& last = run.rows.back();
    const bool has_failed = run_status::is_failed(last.status);
    const bool has_diverged = last.status == run_status::diverged;
    if (has_failed || has_diverged)
      (has_failed ? status.failed : status.diverged)
          .push_back(
              fmt::format("{}  {}, {}, seed {}: {}", id, last.dataset, last.method, last.seed, last.status));
    if (!has_failed) require_identity(run.provenance, folder);
    ++status.counts[has_failed ? "failed" : has_diverged ? "diverged" : "done"];
  } catch (const ResultFileError& damage) {
    status.damaged.emplace_back(damage.what());
    ++status.counts["damaged"];
  }
  return true;
}

/// "runs: job 41: 2 running, 8 pending"
std::string job_text(const SlurmJob& job, const JobQueue& queue) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [queued, state] : queue) {
    if (job_of(queued) == job.number) ++counts[boost::to_lower_copy(state)];
  }
  const auto text = [](const auto& state) { return fmt::format("{} {}", state.second, state.first); };
  return fmt::format("{}: job {}: {}", job.kind, job.number,
                     counts.empty() ? "ended" : fmt::format("{}", fmt::join(mapped(counts, text), ", ")));
}

/// Counts the runs of a submission's tasks.
void count_shares(const std::filesystem::path& folder, const Submission& submission, const JobQueue& queue,
                  FolderStatus& status) {
  for (std::size_t task = 1; task <= submission.ids.size(); ++task) {
    std::string state;
    for (const SlurmJob& job : submission.jobs) {
      const auto queued = queue.find(fmt::format("{}_{}", job.number, task));
      if (job.has_runs() && queued != queue.end()) state = queued->second;
    }
    const std::optional<TaskNote> note = read_task_note(folder, task);
    std::size_t open = 0;
    for (const std::string& id : note ? note->ids : submission.ids[task - 1])
      open += !count_file(folder, id, status);
    const std::size_t running = note && state == "RUNNING" ? std::min(note->at_once, open) : 0;
    status.counts["running"] += running;
    status.counts[state.empty() ? "missing" : "waiting"] += open - running;
  }
}

/// True if a run has begun in the folder and not come to the manifest: it reads data or computes optima.
bool has_only_begun(const std::filesystem::path& folder) {
  return !is_present(folder / "manifest.json") && !is_present(folder / "splits") &&
         (is_folder(folder / "runs") || is_file(folder / work_on_results.file)) &&
         runs_beside(folder, {}) == 0;
}

/// Prints how far a folder is. Returns false if a run is damaged.
bool print_status(const std::filesystem::path& folder) {
  if (has_only_begun(folder)) {
    print_output("{}: no run is complete yet: `descent run` has begun here, and goes on when called again\n",
                 folder.string());
    return true;
  }
  const Manifest manifest = read_manifest(folder);
  const std::optional<Submission> submission = read_submission(folder);
  const std::optional<JobQueue> queue = submission ? queued_jobs() : std::nullopt;
  FolderStatus status;
  std::vector<std::string> unshared = run_ids(manifest);
  if (submission) {
    count_shares(folder, *submission, queue.value_or(JobQueue()), status);
    for (const std::vector<std::string>& share : submission->ids)
      for (const std::string& id : share) std::erase(unshared, id);
  }
  for (const std::string& id : unshared)
    if (!count_file(folder, id, status)) ++status.counts["missing"];
  std::vector<std::string> counts;
  for (const char* what : {"done", "running", "diverged", "failed", "damaged", "waiting", "missing"}) {
    if (status.counts[what] > 0) counts.push_back(fmt::format("{} {}", status.counts[what], what));
  }
  print_output("{}: {}: {}\n", folder.string(), plural(manifest.runs.size(), "run"), fmt::join(counts, ", "));
  for (const LeftOutOfPlan& each : manifest.left_out)
    if (each.method.empty()) print_output("  {}: left out, {}\n", each.dataset, each.reason);
  if (submission && !queue)
    print_output("  squeue cannot be asked: what waits in a queue counts as missing\n");
  if (submission && queue)
    for (const SlurmJob& job : submission->jobs) print_output("  {}\n", job_text(job, *queue));
  for (const auto* unsuccessful : {&status.diverged, &status.failed})
    for (const std::string& run : *unsuccessful) print_output("  {}\n", run);
  for (const std::string& damage : status.damaged) print_output("  {}\n", damage);
  if (submission && status.counts["missing"] + status.failed.size() + status.damaged.size() > 0)
    print_output("  `descent {}` submits what is missing, is damaged or has failed, when no job is left\n",
                 submission->command);
  return status.damaged.empty();
}

}  // namespace

int status_command(const std::vector<std::string>& arguments) {
  const po::options_description options("options");
  const ParsedArguments parsed =
      parse_arguments(arguments, "status DIR...", options, "folder", "results folder");
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  bool is_sound = true;
  for (const std::string& folder : parsed.words) is_sound = print_status(folder) && is_sound;
  return is_sound ? 0 : 1;
}

}  // namespace descent
