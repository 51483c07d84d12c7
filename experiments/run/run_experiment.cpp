// Carries out a configuration in a results folder (experiment.hpp).

#include <algorithm>

#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/planned_manifest.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// True for a run whose radius or end comes from an optimum that could not be computed.
bool waits_for_optimum(const RunSpec& spec) {
  return spec.known_optimum == nullptr &&
         (needs_radius(spec.options) || (spec.allowance.stop_at && can_certify(spec)));
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
  experiment.decision_lines.write_points();
  write_manifest(folder, make_manifest(folder, experiment.config, experiment.datasets, experiment.plan,
                                       experiment.optima, ids));
}

}  // namespace

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

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  const FolderLock lock(settings.folder);
  // Another process may have held the folder until now.
  require_folder_of(config.name, config.path, settings.folder, ResultsKind::runs);
  if (lock.interrupted() != 0 && settings.jobs.output != Output::quiet) {
    print_output("{}: process {} did not end its work here and holds no lock; going on from there\n",
                 settings.folder.string(), lock.interrupted());
  }
  const Outcome outcome = [&] {
    Experiment experiment(config, settings);
    return complete_runs(experiment);
  }();  // the data is not needed for the figures
  // Before the figures, which may fail too.
  print_unsuccessful(outcome.runs, settings);
  print_failed_optima(outcome, settings);
  const FigureFiles figure = draw_figures(settings.folder);
  if (settings.jobs.output == Output::details) print_files(figure);
  if (settings.jobs.output == Output::brief) print_end(config, settings.folder, outcome, figure);
  return outcome.count();
}

}  // namespace descent
