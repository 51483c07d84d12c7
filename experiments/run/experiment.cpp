#include "experiments/run/experiment.hpp"

#include <algorithm>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/planned_manifest.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_lock.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {

namespace {

/// Prints the origin of each dataset, so that synthetic rows do not pass for the data that they replace.
void print_sources(const Config& config, std::span<const Dataset> datasets) {
  for (const Dataset& dataset : datasets) {
    print_output("  {}: {}: {}{}\n", dataset.name, dataset.source, dataset.origin,
                 dataset.source == "file" ? "" : "; " + where_to_get(config, dataset.name));
    if (dataset.scaling == Scaling::deviation && dataset.constant_feature == 0)
      print_output("  {}: columns have mean 0 and there is no intercept; \"bias\": 1 adds one\n",
                   dataset.name);
    if (const std::string weights = weighting_text(dataset); !weights.empty())
      print_output("  {}: {}\n", dataset.name, weights);
  }
  print_left_out_datasets(config);
}

/// Prints methods that cannot work on one of the datasets, or on one of the problems.
void print_left_out(std::span<const LeftOut> left_out) {
  for (const LeftOut& each : left_out)
    print_output("  left out: {} on {}, {} + {}: {}\n", each.label, each.problem.dataset->name,
                 name_of(each.problem.loss), name_of(each.problem.regularizer), each.reason);
}

/// Throws ConfigError if the folder's runs are on real data that a stand-in would replace now.
void require_same_sources(const std::filesystem::path& folder, std::span<const Dataset> datasets) {
  if (!is_file(folder / "manifest.json")) return;
  std::vector<ManifestDataset> former;
  try {
    former = read_manifest(folder).datasets;
  } catch (const Error&) {  // a damaged manifest is written again
    return;
  }
  for (const Dataset& now : datasets) {
    const auto before = std::ranges::find(former, now.name, &ManifestDataset::name);
    if (before == former.end() || before->source != "file" || now.source == "file") continue;
    throw ConfigError(
        "{}: its runs are on the file {}, which is not found now (is DESCENT_DATA set?); to use "
        "the stand-in, give another folder with --out",
        folder.string(), now.name);
  }
}

std::vector<Dataset> load_data(const Config& config, const RunSettings& settings) {
  std::vector<Dataset> datasets =
      load_datasets_of(config, {.require_real = settings.require_real, .test_limit = config.test_rows});
  if (settings.jobs.output == Output::details) print_sources(config, datasets);
  require_same_sources(settings.folder, datasets);
  require_two_features(config, datasets);
  return datasets;
}

OptimumStore known_optima(std::span<const ProblemSpec> problems, const RunSettings& settings) {
  OptimumStore optima(settings.optima_folder);
  optima.read(problems, settings.optimum);
  return optima;
}

/// Problems of the runs that the filter selects, whose optima are needed. A run of unknown radius has no id
/// yet, so the filter may name it. Throws ConfigError if the filter names a run that cannot be in the plan.
std::vector<ProblemSpec> wanted_problems(const Plan& plan, const RunFilter& filter) {
  std::vector<ProblemSpec> problems;
  const auto add = [&](const RunSpec& spec) {
    const auto is_same = [&](const ProblemSpec& problem) { return problem.is_same_as(spec); };
    if (std::ranges::none_of(problems, is_same)) problems.push_back(spec);
  };
  std::vector<std::string> unknown = filter.runs;
  std::vector<const RunSpec*> open;
  for (const RunSpec& spec : plan.runs) {
    if (!filter.may_want(spec)) continue;
    if (filter.runs.empty()) {
      add(spec);
    } else if (needs_radius(spec.options)) {
      open.push_back(&spec);
    } else if (const std::string id = run_id(spec); filter.wants_run(id)) {
      add(spec);
      std::erase(unknown, id);
    }
  }
  if (unknown.empty()) return problems;
  if (open.empty()) refuse_id(unknown.front());
  for (const RunSpec* spec : open) add(*spec);
  return problems;
}

/// True for a run whose radius or end comes from an optimum that could not be computed.
bool waits_for_optimum(const RunSpec& spec) {
  return spec.known_optimum == nullptr &&
         (needs_radius(spec.options) || (spec.budget.stop_at && can_certify(spec)));
}

/// Throws ConfigError if runs that are due need several processes or threads but cannot have them.
void require_processes_of(const Experiment& experiment) {
  const auto has_several = [](const RunSpec& spec) {
    return processes_of(spec.options) > 1 || threads_of(spec.options) > 1;
  };
  if (std::ranges::none_of(experiment.plan.runs, has_several)) return;
  for (const RunSpec& spec : states_of(experiment).to_do) {
    require_processes(processes_of(spec.options));
    require_cores(cores_of(spec.options), experiment.settings.jobs.at_once, spec.what());
  }
}

/// Writes the manifest with these runs, and the points of "decision_lines". Throws ResultFileError.
void write_plan(const Experiment& experiment, std::span<const std::string> ids) {
  const std::filesystem::path& folder = experiment.settings.folder;
  write_points(experiment);
  write_manifest(folder, make_manifest(folder, experiment.config, experiment.datasets, experiment.plan,
                                       experiment.optima, ids));
}

/// Throws ConfigError, with the command that computes it, if the share lacks a constant or an optimum.
void require_constants_and_optima(const Experiment& experiment) {
  const RunSettings& settings = experiment.settings;
  const std::string config = shell_word(experiment.config.path.string());
  for (const RunSpec& spec : experiment.plan.runs) {
    if (!settings.only.may_want(spec)) continue;
    for (const ChosenConstant& constant : spec.chosen)
      if (constant.origin.is_default())
        throw ConfigError("{}: {} is not tuned; first `descent tune {}`", spec.description(), constant.option,
                          config);
    if (spec.known_optimum == nullptr && can_certify(spec))
      throw ConfigError("{}: the reference optimum is missing; first `descent reference {} --references {}`",
                        spec.ProblemSpec::description(), config, shell_word(settings.optima_folder.string()));
  }
}

/// Computes missing optima, writes the manifest and carries out the wanted runs that are due. Throws
/// Interruption if the program is stopped.
Outcome complete_runs(Experiment& experiment) {
  const RunSettings& settings = experiment.settings;
  require_processes_of(experiment);
  // Report problems of the folder before the work begins.
  for (const char* const written : {"runs", "provenance"}) prepare_folder(settings.folder / written);
  experiment.provide_optima();
  RunStates runs = states_of(experiment);
  take_bounds(experiment, runs);
  print_damages(runs.damages);
  const std::size_t waiting = std::erase_if(runs.to_do, waits_for_optimum);
  write_plan(experiment, runs.ids);
  if (settings.jobs.output == Output::details) print_opening(experiment, runs);
  measure_runs(experiment, runs);
  return {std::move(runs.unsuccessful), std::move(experiment.failed_optima), waiting,
          experiment.optima.print_unproved(experiment.wanted, settings.optimum.gap)};
}

}  // namespace

Experiment::Experiment(const Config& of, const RunSettings& with)
    : config(of),
      settings(with),
      datasets(load_data(config, settings)),
      optima(known_optima(problems_of(config, datasets), settings)),
      plan(make_plan(config, datasets, TunedFile::of(config), optima)) {
  if (settings.jobs.output == Output::details) print_left_out(plan.left_out);
  wanted = wanted_problems(plan, settings.only);
}

void Experiment::provide_optima() {
  try {
    optima.provide(wanted,
                   {.settings = settings.optimum, .jobs = {settings.jobs.at_once, settings.jobs.output}});
  } catch (const FailedOptima& failure) {
    print_error("descent: {}\n", failure.what());
    failed_optima = failure.each;
  }
  optima.read(problems_of(config, datasets));  // optima of other runs can be drawn even if they are rough
  const std::size_t known = plan.left_out.size();
  take_optima(plan, optima);
  if (settings.jobs.output == Output::details) print_left_out(std::span(plan.left_out).subspan(known));
}

void refuse_id(const std::string& wanted) {
  throw ConfigError(
      "--only: no run of the configuration has the id \"{}\"; ids change with the configuration, "
      "the tuned constants, the data and the code",
      wanted);
}

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  const FolderLock lock(settings.folder);
  // Another process may have held the folder until now.
  require_folder_of(config.name, config.path, settings.folder, ResultsKind::runs);
  const Outcome outcome = [&] {
    Experiment experiment(config, settings);
    return complete_runs(experiment);
  }();  // the data is not needed for the figures
  // Before the figures, which may fail too.
  print_unsuccessful(outcome.runs, settings);
  print_failed_optima(outcome);
  const DrawnFiles figure = draw_figures(settings.folder);
  if (settings.jobs.output == Output::details) print_files(figure);
  if (settings.jobs.output == Output::brief) print_end(config, settings.folder, outcome, figure);
  return outcome.count();
}

std::size_t run_share(const Config& config, const RunSettings& settings) {
  Experiment experiment(config, settings);
  require_constants_and_optima(experiment);
  const Outcome outcome = complete_runs(experiment);
  print_unsuccessful(outcome.runs, settings);
  if (settings.jobs.output != Output::quiet)
    print_output("share {} of {} is done; `descent plot {}` draws what all have done\n",
                 settings.only.share->text(), config.name, shell_word(settings.folder.string()));
  return outcome.count();
}

}  // namespace descent
