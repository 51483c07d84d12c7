#include "experiments/slurm/cluster_task.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <map>

#include "experiments/plan/run_identity.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/run/measure_runs.hpp"
#include "experiments/run/run_experiment.hpp"
#include "experiments/run/run_states.hpp"
#include "experiments/slurm/job_script.hpp"
#include "experiments/slurm/submission.hpp"
#include "plots/results/run_file.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_entries.hpp"
#include "support/json/json_text.hpp"
#include "support/numbers/number_of.hpp"
#include "support/process/processor.hpp"
#include "support/terminal/print_error.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

Submission submission_of(const RunSettings& settings) {
  std::optional<Submission> submission = read_submission(settings.folder);
  if (submission) return *std::move(submission);
  throw ConfigError(fmt::format("--task: nothing was submitted for {}", settings.folder.string()));
}

/// What a task has been given of a list of shares.
template <class Share>
const Share& share_of(const std::vector<Share>& shares, const ClusterTask& task) {
  if (task.number <= shares.size()) return shares[task.number - 1];
  throw ConfigError(fmt::format("--task: {} is not among the {} that were submitted", task.number,
                                plural(shares.size(), "task")));
}

[[noreturn]] void refuse_configuration(const Config& config, const std::string& what) {
  throw ConfigError(fmt::format("{}: is not what was submitted: it has no {}; submit it again",
                                config.path.string(), what));
}

void require_processor(const RunSettings& settings) {
  if (settings.processors.empty() || settings.processors.front() == processor_model()) return;
  throw ConfigError(fmt::format(
      "the processor of this node is {}, and the runs are to be of {}; --constraint chooses among nodes",
      processor_model(), settings.processors.front()));
}

/// That share each run of a task.
int processes_in(const Plan& share) {
  return share.runs.empty() ? 1 : processes_of(share.runs.front().options);
}

/// Runs of two jobs on one core would disturb each other's times.
void require_own_cores(const Submission& submission, const Plan& share, const RunSettings& settings) {
  const std::size_t cores = physical_cores().size();
  const int processes = processes_in(share);
  const auto asked = static_cast<std::size_t>(processes > 1 ? processes : settings.jobs);
  if (submission.exclusive || cores <= asked) return;
  throw RunError(
      fmt::format("this job was given {} and may use {}: Slurm does not keep jobs to their cores here "
                  "(TaskPlugin in slurm.conf), and two could share one; submit with --exclusive",
                  plural(asked, "core"), cores));
}

void compute_optima(const Config& config, const RunSettings& settings, const ClusterTask& task) {
  const Submission submission = submission_of(settings);
  const std::vector<std::string>& share = share_of(submission.optima, task);
  Experiment experiment(config, settings);
  std::vector<ProblemSpec> problems;
  for (const std::string& what : share) {
    const auto found = std::ranges::find(experiment.wanted, what, &ProblemSpec::description);
    if (found == experiment.wanted.end()) refuse_configuration(config, what);
    problems.push_back(*found);
  }
  experiment.optima.provide(problems, {.settings = settings.optimum,
                                       .jobs = settings.jobs,
                                       .quiet = settings.quiet,
                                       .again = false,
                                       .tidies = false});
}

/// Leaves the plan those runs alone, and in its order.
void keep_share(const std::vector<SharedRun>& share, const Config& config, Plan& plan) {
  std::map<std::string, bool> found;
  for (const SharedRun& run : share) found[run.what] = false;
  std::erase_if(plan.runs, [&](const RunSpec& spec) {
    const auto run = found.find(spec.what());
    return run == found.end() || std::exchange(run->second, true);
  });
  for (const auto& [what, is_there] : found) {
    if (!is_there) refuse_configuration(config, what);
  }
}

void require_optima(const Experiment& experiment) {
  for (const RunSpec& spec : experiment.plan.runs) {
    if (spec.known_optimum == nullptr && can_certify(spec))
      throw ConfigError(
          fmt::format("{}: the job of the optima has not left one", spec.ProblemSpec::description()));
  }
}

std::size_t carry_out_share(const Config& config, const RunSettings& settings, const ClusterTask& task) {
  const Submission submission = submission_of(settings);
  const std::vector<SharedRun>& share = share_of(submission.runs, task);
  Experiment experiment(config, settings);
  keep_share(share, config, experiment.plan);
  require_own_cores(submission, experiment.plan, settings);
  const int processes = processes_in(experiment.plan);
  if (processes > 1) require_processes(processes);
  require_optima(experiment);
  RunStates runs = look_up_runs(experiment.plan, settings, experiment.decision_lines, false);
  utsname system{};
  uname(&system);
  TaskNote note{
      system.nodename,
      processor_model(),
      processes > 1 ? 1 : std::min(static_cast<std::size_t>(settings.jobs), physical_cores().size()),
      {}};
  for (std::size_t k = 0; k < runs.ids.size(); ++k)
    note.ids.push_back(runs.states[k] == RunState::done ? runs.ids[k] : run_id(experiment.plan.runs[k]));
  write_task_note(settings.folder, task.number, note);
  std::size_t ended = 0;
  measure_runs(experiment, settings, runs, ended);
  print_unwell(runs.unwell, settings);
  return runs.unwell.size();
}

/// Adds the failed runs to those that are not well, and returns how many are missing.
std::size_t count_missing(const Experiment& experiment, const RunSettings& settings, RunStates& runs) {
  std::size_t missing = 0;
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    if (runs.states[k] == RunState::failed)
      runs.unwell.push_back({runs.ids[k], experiment.plan.runs[k].what(),
                             read_run(settings.folder, runs.ids[k]).rows.back().status});
    missing += runs.states[k] == RunState::missing || runs.states[k] == RunState::outdated;
  }
  return missing;
}

std::size_t gather(const Config& config, const RunSettings& settings) {
  std::size_t missing = 0;
  const auto step = [&](const Experiment& experiment, ManifestFile& manifest, RunStates& runs) {
    keep_sessions_of_tasks(settings.folder, manifest);
    missing = count_missing(experiment, settings, runs);
    if (missing > 0)
      print_error("{} missing; `descent {}` submits what is\n", plural_are(missing, "run"), settings.words);
  };
  return work_in_folder(config, settings, {.carries_out = false, .step = step, .draws = true}) + missing;
}

/// Counts a run for the session of its machine. Which runs are the submission's is not told by times: the
/// clocks of nodes may differ.
void note_run(const std::filesystem::path& results, const std::string& id, const Submission& submission,
              std::map<std::string, Json>& sessions) {
  try {
    const RunProvenance provenance = read_provenance(results, id);
    if (provenance.ended.empty()) return;
    Json session{{"program", provenance.program}, {"machine", provenance.machine}};
    const std::string& ended = provenance.ended;
    Json& kept = sessions[json_text(session)];
    if (kept.is_null()) {
      kept = std::move(session);
      kept.update({{"started", submission.submitted}, {"ended", ended}, {"runs", 0}});
    }
    kept["ended"] = std::max(kept["ended"].get<std::string>(), ended);
    kept["runs"] = kept["runs"].get<std::size_t>() + 1;
  } catch (const DamagedRun&) {  // which is to be repeated
  }
}

}  // namespace

ClusterTask parse_cluster_task(const std::string& text) {
  if (text == "end") return {};
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string kind = text.substr(0, slash);
  const std::string number = slash < text.size() ? text.substr(slash + 1) : "";
  ClusterTask task;
  task.number = number_of<std::size_t>(number).value_or(0);
  if (task.number == 0 || (kind != "optima" && kind != "runs"))
    throw ConfigError(fmt::format("--task: must be optima/N, runs/N or end, got \"{}\"", shown(text)));
  task.kind = kind == "optima" ? ClusterTask::Kind::optima : ClusterTask::Kind::runs;
  return task;
}

std::size_t carry_out_task(const Config& config, const RunSettings& asked, const ClusterTask& task) {
  RunSettings settings = asked;
  settings.words = submission_of(settings).words;
  if (task.kind == ClusterTask::Kind::optima) {
    compute_optima(config, settings, task);
    return 0;
  }
  settings.processors = counted_processors(asked);
  if (task.kind == ClusterTask::Kind::end) return gather(config, settings);
  require_processor(asked);
  return carry_out_share(config, settings, task);
}

std::vector<std::string> counted_processors(const RunSettings& settings) {
  if (!settings.processors.empty()) return settings.processors;
  std::map<std::string, std::size_t> counts{{processor_model(), 0}};
  for (const std::filesystem::path& file : folder_entries(settings.folder / "provenance")) {
    if (file.extension() != ".json") continue;
    try {
      const std::string model = read_provenance(settings.folder, file.stem().string()).processor;
      if (!model.empty()) ++counts[model];
    } catch (const DamagedRun&) {  // which is to be repeated
    }
  }
  std::vector<std::string> models;
  for (const auto& [model, count] : counts) models.push_back(model);
  std::ranges::stable_sort(models, std::ranges::greater{},
                           [&](const std::string& model) { return counts.at(model); });
  return models;
}

void keep_sessions_of_tasks(const std::filesystem::path& results, ManifestFile& manifest) {
  std::optional<Submission> submission = read_submission(results);
  if (!submission) return manifest.keep_sessions();
  const std::size_t tasks = submission->runs.size();
  std::map<std::string, Json> sessions;  // by the machine
  for (std::size_t task = 1; task <= tasks; ++task) {
    const std::optional<TaskNote> note = read_task_note(results, task);
    if (!note) continue;
    for (const std::string& id : note->ids) {
      if (is_file(run_file(results, id))) note_run(results, id, *submission, sessions);
    }
  }
  for (auto& [machine, session] : sessions) manifest.add_session(std::move(session));
  manifest.keep_sessions();
  remove_task_notes(results, tasks);
  std::error_code ignored;
  for (std::size_t task = 1; task <= tasks; ++task)
    std::filesystem::remove_all(exchange_folder(results, task), ignored);
  submission->optima.clear();
  submission->runs.clear();
  write_submission(results, *submission);
}

}  // namespace descent
