// A task of a Slurm job: computes its share of a submission (slurm.hpp).

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/slurm/slurm.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/numbers/number_of.hpp"
#include "support/process/processor.hpp"
#include "support/ranges.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Texts that name the work of a task.
std::set<std::string> share_of(const TaskShares& shares, const ClusterTask& task) {
  if (task.number > shares.size() || shares[task.number - 1].empty())
    throw ConfigError("--task: {} is not among the {} that were submitted", task.number,
                      plural(shares.size(), "task"));
  return {shares[task.number - 1].begin(), shares[task.number - 1].end()};
}

/// Removes all elements but a share. `text_of` gives the text that names an element in the share.
template <class Element, class TextOf>
void keep_share(std::set<std::string> share, const TextOf& text_of, const Config& config,
                std::vector<Element>& elements) {
  std::erase_if(elements, [&](const Element& element) { return share.erase(text_of(element)) == 0; });
  if (!share.empty())
    throw ConfigError("{}: is not what was submitted: it has no {}; submit it again", config.path.string(),
                      *share.begin());
}

/// Throws ConfigError or RunError unless the runs of a share can be carried out here.
void require_conditions(const Experiment& experiment, int processes, bool is_exclusive) {
  // Two jobs that share a core would disturb each other's times.
  const std::size_t cores = physical_cores().size();
  const auto asked = static_cast<std::size_t>(processes > 1 ? processes : experiment.settings.jobs.at_once);
  if (!is_exclusive && cores > asked)
    throw RunError(
        "this job was given {} and may use {}: Slurm does not keep jobs to their cores here "
        "(TaskPlugin in slurm.conf), and two could share one; submit with --exclusive",
        plural(asked, "core"), cores);
  if (processes > 1) require_processes(processes);
  for (const RunSpec& spec : experiment.plan.runs) {
    if (spec.known_optimum == nullptr && can_certify(spec))
      throw ConfigError("{}: the job of the optima has not left one", spec.ProblemSpec::description());
  }
}

std::size_t carry_out_runs(const Experiment& experiment, const ClusterTask& task,
                           const Submission& submission) {
  const RunSettings& settings = experiment.settings;
  const int processes = processes_of(experiment.plan.runs.front().options);  // the same in all of a share
  require_conditions(experiment, processes, submission.exclusive);
  RunStates runs = look_up_runs(experiment, false);
  const auto jobs = static_cast<std::size_t>(processes > 1 ? 1 : settings.jobs.at_once);
  TaskNote note{.at_once = std::min(jobs, physical_cores().size())};
  for (std::size_t k = 0; k < runs.ids.size(); ++k)
    note.ids.push_back(runs.states[k] == RunState::done ? runs.ids[k] : run_id(experiment.plan.runs[k]));
  write_task_note(settings.folder, task.number, note);
  std::size_t ended = 0;
  measure_runs(experiment, runs, ended);
  print_unsuccessful(runs.unsuccessful, settings.words, settings.folder);
  return runs.unsuccessful.size();
}

std::size_t gather(const Config& config, const RunSettings& settings) {
  std::size_t missing = 0;
  const auto step = [&](const Experiment& experiment, ManifestFile& manifest, RunStates& runs) {
    keep_sessions_of_tasks(settings.folder, manifest);
    for (std::size_t k = 0; k < runs.ids.size(); ++k) {
      if (runs.states[k] == RunState::failed)
        runs.unsuccessful.push_back({runs.ids[k], experiment.plan.runs[k].what(),
                                     read_run(settings.folder, runs.ids[k]).rows.back().status});
      missing += runs.states[k] == RunState::missing || runs.states[k] == RunState::outdated;
    }
    if (missing > 0)
      print_error("{} missing; `descent {}` submits what is\n", plural_are(missing, "run"), settings.words);
  };
  const std::size_t unsuccessful =
      work_in_folder(config, settings, {.carries_out = false, .step = step, .draws = true});
  return unsuccessful + missing;  // which the step has counted
}

}  // namespace

ClusterTask parse_cluster_task(const std::string& text) {
  if (text == "end") return {};
  for (const auto& [kind, name] :
       {std::pair{ClusterTask::Kind::optima, "optima/"}, {ClusterTask::Kind::runs, "runs/"}}) {
    if (!text.starts_with(name)) continue;
    const auto number = number_of<std::size_t>(text.substr(std::string_view(name).size())).value_or(0);
    if (number > 0) return {kind, number};
  }
  throw ConfigError("--task: must be optima/N, runs/N or end, got \"{}\"", shown(text));
}

std::size_t carry_out_task(const Config& config, const RunSettings& asked, const ClusterTask& task) {
  const std::optional<Submission> submission = read_submission(asked.folder);
  if (!submission) throw ConfigError("--task: nothing was submitted for {}", asked.folder.string());
  RunSettings settings = asked;
  settings.words = submission->command;
  settings.processors = counted_processors(asked);
  if (task.kind == ClusterTask::Kind::end) return gather(config, settings);
  const bool is_of_optima = task.kind == ClusterTask::Kind::optima;
  const std::set<std::string> share = share_of(is_of_optima ? submission->optima : submission->runs, task);
  if (!is_of_optima && !asked.processors.empty() && asked.processors.front() != processor_model())
    throw ConfigError(
        "the processor of this node is {}, and the runs are to be of {}; --constraint chooses among nodes",
        processor_model(), asked.processors.front());
  Experiment experiment(config, settings);
  if (!is_of_optima) {
    keep_share(share, std::mem_fn(&RunSpec::what), config, experiment.plan.runs);
    return carry_out_runs(experiment, task, *submission);
  }
  keep_share(share, std::mem_fn(&ProblemSpec::description), config, experiment.wanted);
  experiment.compute_optima(false);
  return 0;
}

std::vector<std::string> counted_processors(const RunSettings& settings) {
  if (!settings.processors.empty()) return settings.processors;
  std::map<std::string, std::size_t> counts{{processor_model(), 0}};
  for (const std::filesystem::path& file : folder_entries(settings.folder / "provenance")) {
    try {
      const RunProvenance run = read_provenance(settings.folder, file.stem().string());
      if (!run.processor().empty()) ++counts[run.processor()];
    } catch (const DamagedRun&) {  // the run is repeated
    }
  }
  auto models = mapped(counts, [](const auto& count) { return count.first; });
  std::ranges::stable_sort(models, std::greater(),
                           [&](const std::string& model) { return counts.at(model); });
  return models;
}

void keep_sessions_of_tasks(const std::filesystem::path& results, ManifestFile& manifest) {
  std::optional<Submission> submission = read_submission(results);
  if (!submission) return manifest.keep_sessions();
  std::vector<std::string> ids;
  for (std::size_t task = 1; task <= submission->runs.size(); ++task) {
    if (const std::optional<TaskNote> note = read_task_note(results, task))
      ids.insert(ids.end(), note->ids.begin(), note->ids.end());
  }
  manifest.add_sessions_of(ids, submission->submitted);
  manifest.keep_sessions();
  for (const std::filesystem::path& file : folder_entries(results / "slurm")) {
    const std::string name = file.filename().string();
    std::error_code ignored;
    if (name.starts_with("task-") || name.starts_with("exchange-"))
      std::filesystem::remove_all(file, ignored);
  }
  submission->optima = submission->runs = submission->ids = {};
  write_submission(results, *submission);
}

}  // namespace descent
