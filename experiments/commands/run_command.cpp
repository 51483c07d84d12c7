// descent run CONFIG...: carries out experiments and draws their figures.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/commands/command_line.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/pack/package.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/slurm/slurm.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "support/ranges.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

void add_slurm_options(po::options_description& options) {
  add_options(
      options,
      {{"slurm", nullptr, "plan here, submit the work to Slurm, and stop; see docs/cluster.md"},
       {"partition", text_value("P"), "with --slurm: partition of its jobs"},
       {"constraint", text_value("C"), "with --slurm: which nodes will do, as for sbatch"},
       {"time", text_value("T"), "with --slurm: limit of each job, as for sbatch"},
       {"array-tasks", count_value("N")->default_value(10),
        "with --slurm: tasks that the missing runs are dealt out to, at most"},
       {"exclusive", nullptr, "with --slurm: a task has a node to itself, not --jobs cores (default: one)"},
       {"sbatch", texts_value("OPTION"),
        "with --slurm: one more option, as in --sbatch=--account=me; may be repeated"},
       {"untuned", nullptr,
        "with --slurm: no job that tunes; constants that nobody has tuned stay at their defaults"},
       {"processor", text_value("MODEL"),
        "only runs on this model (as in /proc/cpuinfo) count as done, and only there are runs carried out"},
       {"task", text_value("WHAT"), "what a job of --slurm does: optima/N, runs/N or end"}});
}

/// True for --slurm and options on how work is submitted, which mean nothing to a job.
bool goes_with_slurm(const std::string& option) {
  po::options_description all;
  add_slurm_options(all);
  return option != "processor" && option != "task" && all.find_nothrow(option, false) != nullptr;
}

/// True if the command should plan and submit the work, not do it. Throws ConfigError for options that need
/// --slurm.
bool is_for_slurm(const ParsedArguments& parsed) {
  if (parsed.contains("slurm")) {
    if (parsed.contains("task")) throw ConfigError("--task: is what a job does, and cannot be submitted");
    return true;
  }
  for (const po::option& option : parsed.given) {
    if (goes_with_slurm(option.string_key)) throw ConfigError("--{}: goes with --slurm", option.string_key);
  }
  return false;
}

/// Slurm options; `jobs` is --jobs. Throws ConfigError.
SlurmOptions slurm_options_of(const po::variables_map& values) {
  const int tasks = values["array-tasks"].as<int>();
  if (tasks < 1) throw ConfigError("--array-tasks: must be >= 1, got {}", tasks);
  SlurmOptions options{.words = {},
                       .array_tasks = static_cast<std::size_t>(tasks),
                       .exclusive = values.contains("exclusive"),
                       .cores = values.contains("jobs") ? jobs_of(values) : 1,
                       .tunes = !values.contains("untuned")};
  for (const char* name : {"partition", "constraint", "time"}) {
    if (const auto text = text_of(values, name)) options.words.push_back(fmt::format("--{}={}", name, *text));
  }
  if (!values.contains("sbatch")) return options;
  for (const std::string& word : values["sbatch"].as<std::vector<std::string>>()) {
    if (!word.starts_with('-'))
      throw ConfigError("--sbatch: must be an option, as in --sbatch=--account=me, got \"{}\"", shown(word));
    options.words.push_back(word);
  }
  return options;
}

/// Arguments that repeat this run of one configuration and folder, without Slurm options and `left_out`.
std::string repeating_words(const Config& config, const std::filesystem::path& folder,
                            const ParsedArguments& values) {
  std::string words = "run " + shell_word(config.path.string());
  if (values.contains("out") || values.contains("fresh")) words += " --out " + shell_word(folder.string());
  return words + values.option_words([](const std::string& name) {
    constexpr std::string_view left_out[] = {"out", "fresh", "only", "dry-run", "task", "quiet", "brief"};
    return !goes_with_slurm(name) && std::ranges::find(left_out, name) == std::end(left_out);
  });
}

JobLimits limits_of(const po::variables_map& values) {
  JobLimits limits;
  if (values.contains("memory-limit")) {
    const std::string text = values["memory-limit"].as<std::string>();
    limits.memory_bytes = parse_byte_count(text);
    if (!limits.memory_bytes) {
      throw ConfigError(
          "--memory-limit: must be bytes > 0, as in 500000000, 512M or 2G (K, M, G and T are "
          "powers of 1024), got \"{}\"",
          shown(text));
    }
  }
  if (values.contains("time-limit")) limits.wall_seconds = positive_number(values, "time-limit");
  return limits;
}

/// Estimated wall time of a configuration's wanted runs, from their budgets. 0 for budgets in passes, whose
/// time is unknown.
double seconds_of(const Config& config, const RunSettings& settings) {
  const std::vector<std::string> left_out = left_out_datasets(config);
  if (config.budget.axis == Axis::passes) return 0;
  double seconds = 0;
  for (const MethodEntry& entry : config.methods) {
    if (!settings.only.wants_method(entry.method->name, entry.label)) continue;
    for (const std::string& dataset : config.datasets) {
      if (!settings.only.wants_dataset(dataset) || !entry.takes_part_on(dataset)) continue;
      if (contains(left_out, dataset)) continue;
      const std::size_t runs =
          entry.losses.size() * entry.regularizers.size() * config.lambdas.size() * config.seeds.size();
      seconds += config.budget.amount(dataset) * static_cast<double>(runs) * cores_of(entry.options());
    }
  }
  return seconds / settings.jobs.cores();
}

struct RunMode {
  bool is_dry = false;
  std::optional<SlurmOptions> slurm;  ///< submit them
  std::optional<ClusterTask> task;    ///< do a part of submitted work
};

RunMode mode_of(const ParsedArguments& values) {
  RunMode mode{.is_dry = values.contains("dry-run"), .slurm = std::nullopt, .task = std::nullopt};
  if (is_for_slurm(values)) mode.slurm = slurm_options_of(values);
  if (values.contains("task")) mode.task = parse_cluster_task(values["task"].as<std::string>());
  if (mode.slurm && !mode.is_dry) require_sbatch();
  return mode;
}

/// `--processor` may name another CPU only if other machines do the runs.
void require_here(const std::string& model, const RunMode& mode) {
  if (!mode.slurm && !mode.task && model != processor_model())
    throw ConfigError("--processor: the processor here is \"{}\"; runs on another one need --slurm",
                      processor_model());
}

/// Writes the verdicts on findings of papers into FOLDER/verdicts, and one page with all results.
void verify_and_report(const std::filesystem::path& folder) {
  for (const std::filesystem::path claims : answered_claims(folder.string())) {
    const std::filesystem::path answers = folder / "verdicts" / claims.filename().replace_extension(".md");
    verify_command({folder.string(), "--claims", claims.string(), "--brief", "--markdown", answers.string()});
  }
  report_command({folder.string()});
}

/// Returns the number of runs that are not well.
std::size_t carry_out(const Config& config, const RunSettings& settings, const RunMode& mode,
                      const ParsedArguments& values) {
  if (mode.slurm) {
    RunSettings task_settings = settings;
    if (!mode.slurm->exclusive && !values.contains("jobs")) task_settings.words += " --jobs 1";
    if (mode.is_dry)
      print_submission(config, task_settings, *mode.slurm);
    else
      submit_experiment(config, task_settings, *mode.slurm, values.option_words(goes_with_slurm));
    return 0;
  }
  if (mode.is_dry) {
    dry_run(config, settings);
    return 0;
  }
  if (!mode.task) return run_experiment(config, settings);
  const std::size_t unsuccessful = carry_out_task(config, settings, *mode.task);
  if (mode.task->kind == ClusterTask::Kind::end) verify_and_report(settings.folder);
  return unsuccessful;
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_folder_options(options);
  add_options(
      options,
      {{"quick", nullptr, "an eighth of the budget, at most 3 seeds, into results/NAME-quick"},
       {"only", text_value("WHAT"),
        "dataset=NAME,method=NAME,run=ID,...: only these runs; methods also by label"},
       {"memory-limit", text_value("SIZE"),
        "a run that takes more from the heap, data included, fails; bytes, or 512M, 2G"},
       {"time-limit", number_value("SECONDS"),
        "a run that needs more wall time, evaluation included, is killed and fails"},
       {"reference-seconds", number_value("SECONDS")->default_value(600),
        "CPU time for the reference optimum of each problem; after that the best is kept, with its gap"},
       {"dry-run", nullptr, "say what would run and what it would take, and stop"},
       {"fresh", nullptr, "start over in a new folder; nothing is deleted"}});
  add_work_options(options, "runs");
  add_slurm_options(options);
  const ParsedArguments values =
      parse_arguments(arguments, "run CONFIG... [options]", options, "config", "configuration");

  // Check everything before the first configuration runs.
  const RunMode mode = mode_of(values);
  const std::vector<Config> configs = mapped(values.words, [&](const std::string& path) {
    return values.contains("quick") ? quick(read_config(path)) : read_config(path);
  });
  RunSettings settings;
  settings.jobs = job_settings_of(values);
  settings.jobs.limits = limits_of(values);
  settings.require_real = values.contains("require-real");
  settings.optimum.seconds = positive_number(values, "reference-seconds");
  if (values.contains("only")) settings.only = parse_run_filter(values["only"].as<std::string>(), configs);
  settings.behind = [](const std::filesystem::path& folder) { return results_behind(folder); };
  settings.words_of_only = values.option_words([](const std::string& name) { return name == "only"; });
  if (const auto model = text_of(values, "processor")) {
    require_here(*model, mode);
    settings.processors = {*model};
  }
  const std::vector<std::filesystem::path> folders = results_folders(configs, values);
  if (!mode.is_dry && !mode.task) std::ranges::for_each(folders, require_no_jobs);

  std::vector<std::size_t> wanted;
  for (std::size_t k = 0; k < configs.size(); ++k) {
    if (!settings.only.wants_some_of(configs[k])) continue;
    wanted.push_back(k);
    settings.later_seconds += seconds_of(configs[k], settings);
  }
  std::size_t unsuccessful = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::size_t k = wanted[i];
    if (wanted.size() > 1) settings.place = fmt::format("{} of {}", i + 1, wanted.size());
    settings.later_seconds -= seconds_of(configs[k], settings);
    settings.folder = folders[k];
    settings.optima_folder = optima_folder(folders[k], values);
    settings.words = repeating_words(configs[k], folders[k], values);
    unsuccessful += carry_out(configs[k], settings, mode, values);
  }
  return unsuccessful > 0 ? 1 : 0;
}

}  // namespace descent
