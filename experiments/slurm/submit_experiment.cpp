#include "experiments/slurm/submit_experiment.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "experiments/config/tuned_file.hpp"
#include "experiments/run/expected_time.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/run/run_experiment.hpp"
#include "experiments/run/run_states.hpp"
#include "experiments/slurm/cluster_task.hpp"
#include "experiments/slurm/shares.hpp"
#include "experiments/slurm/slurm_programs.hpp"
#include "experiments/slurm/submission.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/terminal/print_output.hpp"
#include "support/text/plural.hpp"
#include "support/text/safe_names.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

bool is_untuned(const RunSpec& spec) {
  return std::ranges::any_of(spec.chosen,
                             [](const ChosenConstant& constant) { return constant.origin == untuned; });
}

/// A job, and those whose good end it waits for.
struct PlannedJob {
  JobScript script;
  std::vector<std::string> needs;    ///< kinds; it goes with them when they fail
  std::vector<std::string> follows;  ///< kinds, however they end
};

/// What is to be submitted.
struct JobPlan {
  Submission submission;  ///< without numbers of jobs
  std::vector<PlannedJob> jobs;
  std::map<int, std::size_t> tasks;  ///< of runs, by the number of processes that share a run
  std::size_t run_count = 0;
  bool tunes = false;
  double longest_task = 0;  ///< seconds
};

/// The words of a command of this program, for a script.
std::string program_command(const std::string& words) {
  return shell_word(std::filesystem::read_symlink("/proc/self/exe").string()) + ' ' + words;
}

std::vector<ProblemSpec> missing_optima(const Experiment& experiment) {
  std::vector<ProblemSpec> missing;
  for (const ProblemSpec& problem : experiment.wanted) {
    if (can_certify(problem) && experiment.optima.find(problem) == nullptr) missing.push_back(problem);
  }
  return missing;
}

void share_optima(std::span<const ProblemSpec> problems, std::size_t most, Submission& submission) {
  const std::vector<double> alike(problems.size(), 1);
  for (const std::vector<std::size_t>& places : deal_out(alike, most)) {
    std::vector<std::string>& share = submission.optima.emplace_back();
    for (const std::size_t place : places) share.push_back(problems[place].description());
  }
}

/// Runs that are missing, and those of which only optima or tuning can tell.
void share_runs(const Experiment& experiment, const RunStates& runs, std::span<const ProblemSpec> missing,
                const SlurmOptions& options, JobPlan& plan) {
  struct Runs {
    std::vector<std::size_t> places;
    std::vector<double> seconds;
  };
  std::map<int, Runs> by_processes;
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = experiment.plan.runs[k];
    if (runs.states[k] == RunState::left_out) continue;
    const bool is_to_be_tuned = options.tunes && is_untuned(spec);
    const bool is_open = is_to_be_tuned || std::ranges::any_of(missing, [&](const ProblemSpec& problem) {
                           return problem.is_same_as(spec);
                         });
    if (runs.states[k] == RunState::done && !is_open) continue;
    plan.tunes = plan.tunes || is_to_be_tuned;
    Runs& alike = by_processes[processes_of(spec.options)];
    alike.places.push_back(k);
    alike.seconds.push_back(expected_time(spec).seconds());
    ++plan.run_count;
  }
  for (const auto& [processes, alike] : by_processes) {
    const auto shares = deal_out(alike.seconds, options.array_tasks);
    plan.tasks[processes] = shares.size();
    const int at_once = processes > 1 ? 1 : std::max(1, options.cores);
    for (const std::vector<std::size_t>& share : shares) {
      std::vector<SharedRun>& shared = plan.submission.runs.emplace_back();
      double sum = 0;
      for (const std::size_t number : share) {
        const std::size_t place = alike.places[number];
        shared.push_back({experiment.plan.runs[place].what(), runs.ids[place]});
        sum += alike.seconds[number];
      }
      plan.longest_task = std::max(plan.longest_task, sum / at_once);
    }
  }
}

std::string tune_words(const Config& config, const RunSettings& settings, const SlurmOptions& options) {
  std::string words = fmt::format("tune {} --references {}", shell_word(config.path.string()),
                                  shell_word(settings.optima_folder.string()));
  if (settings.require_real) words += " --require-real";
  if (!options.exclusive) words += fmt::format(" --jobs {}", options.cores);
  return words;
}

JobPlan plan_jobs(const Experiment& experiment, const RunSettings& settings, const SlurmOptions& options,
                  const RunStates& runs) {
  JobPlan plan;
  plan.submission.exclusive = options.exclusive;
  const std::vector<ProblemSpec> missing = missing_optima(experiment);
  share_optima(missing, options.array_tasks, plan.submission);
  share_runs(experiment, runs, missing, options, plan);
  if (plan.run_count == 0) return plan;
  const std::string task_words = program_command(settings.words) + " --task ";
  // A shell replaced by the program: the signals of Slurm come to it.
  const auto array_command = [&](const char* stage) {
    return fmt::format("exec {}{}/\"$SLURM_ARRAY_TASK_ID\"", task_words, stage);
  };
  std::vector<std::string> before;
  const auto add = [&](JobScript script, std::vector<std::string> follows) {
    plan.jobs.push_back({std::move(script), before, std::move(follows)});
  };
  if (!missing.empty()) {
    add({.kind = "optima", .commands = {array_command("optima")}, .tasks = plan.submission.optima.size()},
        {});
    before = {"optima"};
  }
  if (plan.tunes) {
    add({.kind = "tuning",
         .commands = {"exec " + program_command(tune_words(experiment.config, settings, options))}},
        {});
    before.push_back("tuning");
  }
  std::vector<std::string> kinds;
  std::size_t first_task = 1;
  for (const auto& [processes, tasks] : plan.tasks) {
    kinds.push_back(processes > 1 ? fmt::format("runs-{}", processes) : "runs");
    add({.kind = kinds.back(),
         .commands = {array_command("runs")},
         .tasks = tasks,
         .first_task = first_task,
         .processes = processes},
        {});
    first_task += tasks;
  }
  before.clear();
  const std::string end = "exec " + program_command(settings.words + settings.words_of_only) + " --task end";
  add({.kind = "end", .commands = {end}, .has_cores = false}, kinds);
  return plan;
}

/// Options of sbatch; `number_of` gives the number of a job by its kind.
template <class NumberOf>
std::vector<std::string> dependency_options(const PlannedJob& job, const NumberOf& number_of) {
  std::vector<std::string> conditions;
  for (const std::string& kind : job.needs) conditions.push_back("afterok:" + number_of(kind));
  for (const std::string& kind : job.follows) conditions.push_back("afterany:" + number_of(kind));
  if (conditions.empty()) return {};
  std::vector<std::string> options{fmt::format("--dependency={}", fmt::join(conditions, ","))};
  if (!job.needs.empty()) options.emplace_back("--kill-on-invalid-dep=yes");
  return options;
}

std::string text_of(const PlannedJob& job, const Config& config, const RunSettings& settings,
                    const SlurmOptions& options) {
  return script_text(job.script, config.name, settings.folder, options);
}

/// Submits all jobs or none.
void submit_jobs(const std::vector<PlannedJob>& jobs, const std::filesystem::path& results,
                 Submission& submission) {
  std::vector<std::string> numbers;
  try {
    for (const PlannedJob& job : jobs) {
      const auto number_of = [&](const std::string& kind) { return submission.jobs.at(kind); };
      numbers.push_back(
          submit_script(script_path(results, job.script.kind), dependency_options(job, number_of)));
      submission.jobs[job.script.kind] = numbers.back();
    }
    write_submission(results, submission);
  } catch (const Error&) {
    cancel_jobs(numbers);
    std::error_code ignored;
    std::filesystem::remove(slurm_folder(results) / "submission.json", ignored);
    throw;
  }
}

void print_jobs(const JobPlan& plan, const RunSettings& settings) {
  const auto& jobs = plan.submission.jobs;
  if (jobs.contains("optima"))
    print_output("job {}: the missing optima, in {}\n", jobs.at("optima"),
                 plural(plan.submission.optima.size(), "task"));
  if (jobs.contains("tuning")) print_output("job {}: constants that nobody has tuned\n", jobs.at("tuning"));
  std::vector<std::string> numbers;
  for (const auto& [kind, number] : jobs) {
    if (is_of_runs(kind)) numbers.push_back(number);
  }
  print_output("{} {}: {} in {}, about {} the longest\njob {}: draws, verifies and reports after that\n",
               numbers.size() == 1 ? "job" : "jobs", fmt::join(numbers, ", "), plural(plan.run_count, "run"),
               plural(plan.submission.runs.size(), "task"), time_text(plan.longest_task), jobs.at("end"));
  print_output("`descent status {}` tells how far they are\n", shell_word(settings.folder.string()));
}

/// Writes scripts and shares, and submits.
void submit(JobPlan plan, const Config& config, const RunSettings& settings, const SlurmOptions& options,
            const std::string& slurm_words) {
  plan.submission.submitted = utc_now();
  plan.submission.words = settings.words + settings.words_of_only + slurm_words;
  make_folder(slurm_folder(settings.folder));
  for (const PlannedJob& job : plan.jobs)
    write_atomically(script_path(settings.folder, job.script.kind), text_of(job, config, settings, options));
  write_submission(settings.folder, plan.submission);  // a task may need it at once
  submit_jobs(plan.jobs, settings.folder, plan.submission);
  if (!settings.quiet) print_jobs(plan, settings);
}

}  // namespace

void submit_experiment(const Config& config, const RunSettings& asked, const SlurmOptions& options,
                       const std::string& slurm_words) {
  RunSettings settings = asked;
  settings.processors = counted_processors(asked);
  const auto step = [&](const Experiment& experiment, ManifestFile& manifest, const RunStates& runs) {
    keep_sessions_of_tasks(settings.folder, manifest);
    JobPlan plan = plan_jobs(experiment, settings, options, runs);
    if (plan.jobs.empty())
      print_output("nothing is missing; `descent plot {}` draws\n", shell_word(settings.folder.string()));
    else
      submit(std::move(plan), config, settings, options, slurm_words);
  };
  work_in_folder(config, settings, {.carries_out = false, .step = step, .draws = false});
}

void print_submission(const Config& config, const RunSettings& asked, const SlurmOptions& options) {
  RunSettings settings = asked;
  settings.processors = counted_processors(asked);
  const Experiment experiment(config, settings);
  const RunStates runs = look_up_runs(experiment.plan, settings, experiment.decision_lines, false);
  const JobPlan plan = plan_jobs(experiment, settings, options, runs);
  print_output("{}: {} of {} to submit in {}, about {} the longest\n", config.name, plan.run_count,
               plural(runs.ids.size(), "run"), plural(plan.submission.runs.size(), "task"),
               time_text(plan.longest_task));
  const auto number_of = [](const std::string& kind) { return "JOB_OF_" + kind; };
  for (const PlannedJob& job : plan.jobs) {
    std::string command = "sbatch --parsable";
    for (const std::string& option : dependency_options(job, number_of)) command += ' ' + option;
    const std::string script = shell_word(script_path(settings.folder, job.script.kind).string());
    print_output("\n# {} {}\n{}", command, script, text_of(job, config, settings, options));
  }
}

}  // namespace descent
