// Divides the missing runs among Slurm jobs and submits them (slurm.hpp).

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <system_error>

#include "experiments/config/tuned_file.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/slurm/slurm.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"
#include "support/text/utc_now.hpp"

namespace descent {
namespace {

bool is_untuned(const RunSpec& spec) {
  return std::ranges::any_of(spec.chosen,
                             [](const ChosenConstant& constant) { return constant.origin == untuned; });
}

/// Indices of the runs to submit, by the number of processes that share a run. These are missing runs, and
/// runs that may change with an optimum in `missing` or, if the options tune, with a constant. Throws
/// ConfigError for a run with more threads than a task has cores.
std::map<int, std::vector<std::size_t>> open_runs(const Experiment& experiment, const RunStates& runs,
                                                  std::span<const ProblemSpec> missing,
                                                  const SlurmOptions& options) {
  std::map<int, std::vector<std::size_t>> by_processes;
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = experiment.plan.runs[k];
    const auto is_of_run = [&](const ProblemSpec& problem) { return problem.is_same_as(spec); };
    const bool may_change = std::ranges::any_of(missing, is_of_run) || (options.tunes && is_untuned(spec));
    if (runs.states[k] == RunState::left_out || (runs.states[k] == RunState::done && !may_change)) continue;
    if (const int threads = threads_of(spec.options); !options.exclusive && threads > options.cores)
      throw ConfigError("{}: works in {} threads, each on a core of its own: give --jobs {}", spec.what(),
                        threads, threads);
    by_processes[processes_of(spec.options)].push_back(k);
  }
  return by_processes;
}

std::string tune_words(const Experiment& experiment, const SlurmOptions& options) {
  std::string words =
      fmt::format("tune {} --out {} --references {}", shell_word(experiment.config.path.string()),
                  shell_word(experiment.settings.folder.string()),
                  shell_word(experiment.settings.optima_folder.string()));
  if (experiment.settings.require_real) words += " --require-real";
  if (!options.exclusive) words += fmt::format(" --jobs {}", options.cores);
  return words;
}

/// Jobs and shares, without time and command. No jobs if nothing is missing.
Submission plan_jobs(const Experiment& experiment, const SlurmOptions& options, const RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  Submission plan{.exclusive = options.exclusive};
  std::vector<ProblemSpec> missing;
  std::ranges::copy_if(experiment.wanted, std::back_inserter(missing), [&](const ProblemSpec& problem) {
    return can_certify(problem) && experiment.optima.find(problem) == nullptr;
  });
  const auto by_processes = open_runs(experiment, runs, missing, options);
  if (by_processes.empty()) return plan;
  bool tunes = false;
  for (const auto& [processes, to_submit] : by_processes)
    for (const std::size_t k : to_submit)
      tunes = tunes || (options.tunes && is_untuned(experiment.plan.runs[k]));
  const auto add = [&](SlurmJob job, const std::string& words) {
    job.command = shell_word(std::filesystem::read_symlink("/proc/self/exe").string()) + ' ' + words;
    plan.jobs.push_back(std::move(job));
  };
  const auto array_words = [&](const char* stage) {
    return fmt::format("{} --task {}/\"$SLURM_ARRAY_TASK_ID\"", settings.words, stage);
  };
  for (const auto& share : deal_out(std::vector<double>(missing.size(), 1), options.array_tasks)) {
    plan.optima.emplace_back();
    for (const std::size_t k : share) plan.optima.back().push_back(missing[k].description());
  }
  if (!missing.empty()) add({.kind = "optima", .tasks = plan.optima.size()}, array_words("optima"));
  if (tunes) add({.kind = "tuning"}, tune_words(experiment, options));
  for (const auto& [processes, to_submit] : by_processes) {
    const auto seconds = mapped(to_submit, [&](std::size_t k) {  // of all cores of a run
      const RunSpec& spec = experiment.plan.runs[k];
      return cores_of(spec.options) * expected_time(spec).seconds();
    });
    const auto shares = deal_out(seconds, options.array_tasks);
    add({.kind = processes > 1 ? fmt::format("runs-{}", processes) : "runs",
         .tasks = shares.size(),
         .first_task = plan.runs.size() + 1,
         .processes = processes},
        array_words("runs"));
    for (const std::vector<std::size_t>& share : shares) {
      plan.runs.emplace_back();
      plan.ids.emplace_back();
      double sum = 0;
      for (const std::size_t i : share) {
        plan.runs.back().push_back(experiment.plan.runs[to_submit[i]].what());
        plan.ids.back().push_back(runs.ids[to_submit[i]]);
        sum += seconds[i];
      }
      plan.longest_task = std::max(plan.longest_task, sum / (processes > 1 ? 1 : options.cores));
    }
  }
  add({.kind = "end"}, settings.words + settings.words_of_only + " --task end");
  return plan;
}

std::size_t run_count(const Submission& plan) {
  std::size_t count = 0;
  for (const std::vector<std::string>& share : plan.runs) count += share.size();
  return count;
}

void print_jobs(const Submission& plan, const std::filesystem::path& results) {
  std::vector<std::string> run_jobs;
  for (const SlurmJob& job : plan.jobs) {
    if (job.kind == "optima")
      print_output("job {}: the missing optima, in {}\n", job.number, plural(job.tasks, "task"));
    if (job.kind == "tuning") print_output("job {}: constants that nobody has tuned\n", job.number);
    if (job.has_runs()) run_jobs.push_back(job.number);
  }
  print_output("{} {}: {} in {}, about {} the longest\njob {}: draws, verifies and reports after that\n",
               run_jobs.size() == 1 ? "job" : "jobs", fmt::join(run_jobs, ", "),
               plural(run_count(plan), "run"), plural(plan.runs.size(), "task"), time_text(plan.longest_task),
               plan.jobs.back().number);
  print_output("`descent status {}` tells how far they are\n", shell_word(results.string()));
}

/// Writes scripts and shares, and submits all jobs or none.
void submit(Submission& plan, const Config& config, const std::filesystem::path& results,
            const SlurmOptions& options) {
  make_folder(results / "slurm");
  for (const SlurmJob& job : plan.jobs)
    write_atomically(slurm_file(results, job.kind + ".sh"), job.script(config.name, results, options));
  write_submission(results, plan);  // a task may start at once
  try {
    for (SlurmJob& job : plan.jobs) {
      job.number = submit_job(sbatch_words(job, results, plan.jobs));
      write_submission(results, plan);  // known even if a signal ends the program here
    }
  } catch (const Error& error) {
    if (!cancel_jobs(plan.jobs))
      throw ConfigError("{}; scancel fails as well, so that jobs stay: `descent status {}` lists them",
                        error.what(), shell_word(results.string()));
    std::error_code ignored;
    std::filesystem::remove(slurm_file(results, "submission.json"), ignored);
    throw;
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> deal_out(std::span<const double> seconds, std::size_t most) {
  const std::size_t tasks = std::min(most, seconds.size());
  std::vector<std::vector<std::size_t>> shares(tasks);
  const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  double before = 0;
  for (std::size_t k = 0; k < seconds.size(); ++k) {
    // The task at the middle of its time; without any times, at its index.
    const double middle = total > 0 ? (before + seconds[k] / 2) / total
                                    : static_cast<double>(k) / static_cast<double>(seconds.size());
    shares[std::min(static_cast<std::size_t>(middle * static_cast<double>(tasks)), tasks - 1)].push_back(k);
    before += seconds[k];
  }
  std::erase_if(shares, [](const auto& share) { return share.empty(); });
  return shares;
}

void submit_experiment(const Config& config, const RunSettings& asked, const SlurmOptions& options,
                       const std::string& slurm_words) {
  RunSettings settings = asked;
  settings.processors = counted_processors(asked);
  const auto step = [&](const Experiment& experiment, ManifestFile& manifest, const RunStates& runs) {
    keep_sessions_of_tasks(settings.folder, manifest);
    Submission plan = plan_jobs(experiment, options, runs);
    if (plan.jobs.empty())
      return print_output("nothing is missing; `descent plot {}` draws\n",
                          shell_word(settings.folder.string()));
    plan.submitted = utc_now();
    plan.command = settings.words + settings.words_of_only + slurm_words;
    submit(plan, config, settings.folder, options);
    if (settings.jobs.output != Output::quiet) print_jobs(plan, settings.folder);
  };
  work_in_folder(config, settings, {.carries_out = false, .step = step, .draws = false});
}

void print_submission(const Config& config, const RunSettings& asked, const SlurmOptions& options) {
  RunSettings settings = asked;
  settings.processors = counted_processors(asked);
  const Experiment experiment(config, settings);
  const RunStates runs = look_up_runs(experiment, false);
  Submission plan = plan_jobs(experiment, options, runs);
  print_output("{}: {} of {} to submit in {}, about {} the longest\n", config.name, run_count(plan),
               plural(runs.ids.size(), "run"), plural(plan.runs.size(), "task"),
               time_text(plan.longest_task));
  for (SlurmJob& job : plan.jobs) {
    std::vector<std::string> words = sbatch_words(job, settings.folder, plan.jobs);
    words.back() = shell_word(words.back());
    print_output("\n# {}\n{}", fmt::join(words, " "), job.script(config.name, settings.folder, options));
    job.number = "JOB_OF_" + job.kind;
  }
}

}  // namespace descent
