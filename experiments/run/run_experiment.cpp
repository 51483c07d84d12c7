#include "experiments/run/run_experiment.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_of_experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/run/measure_runs.hpp"
#include "experiments/run/run_messages.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/process/interruption.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// Removes what a process that was killed has left half written.
void tidy(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> written{folder, folder / "runs", folder / "provenance",
                                             folder / "tables", folder / "figures"};
  std::error_code error;
  for (std::filesystem::directory_iterator inside(folder / "figures", error), end; !error && inside != end;
       inside.increment(error)) {
    if (inside->is_directory(error)) written.push_back(inside->path());
  }
  for (const std::filesystem::path& each : written) remove_abandoned_files(each);
}

void print_opening(const Experiment& experiment, const RunStates& runs, const RunSettings& settings) {
  fmt::print("{}{}: {}, {} to do, into {}\n", settings.place.empty() ? "" : settings.place + ": ",
             experiment.config.name, plural(runs.ids.size(), "run"), runs.to_do.size(),
             settings.folder.string());
  print_untuned(runs, experiment.config.path);
  print_earlier_runs(settings.folder, runs.ids);
  std::fflush(stdout);
}

/// Measures what is to do, as a session of the manifest, and says what that has cost.
void measure_in_session(const Experiment& experiment, const RunSettings& settings, ManifestFile& manifest,
                        RunStates& runs) {
  if (runs.to_do.empty()) return manifest.keep_sessions();
  manifest.start_session();
  WorkDone done;
  try {
    measure_runs(experiment, settings, runs, done);
  } catch (const Interruption&) {
    try {
      manifest.end_session(done.runs);
    } catch (const ResultFileError&) {  // the session stays open, as that of a killed process
    }
    throw;
  }
  manifest.end_session(done.runs);
  if (!settings.quiet) done.costs.print();
}

/// From the configuration to kept runs. Returns those that did not end well.
std::vector<FailedRun> complete_runs(const Config& config, const RunSettings& settings) {
  Experiment experiment(config, settings);
  // Whatever is wrong with the folder is told before the work begins.
  make_folder(settings.folder / "runs");
  make_folder(settings.folder / "provenance");
  experiment.provide_optima(settings);
  RunStates runs =
      look_up_runs(experiment.plan, settings.folder, settings.only, experiment.decision_lines, true);
  ManifestFile manifest(settings.folder, make_manifest(config, experiment.datasets, experiment.plan,
                                                       experiment.optima, runs.ids));
  if (!settings.quiet) print_opening(experiment, runs, settings);
  measure_in_session(experiment, settings, manifest, runs);
  experiment.decision_lines.write(experiment.plan, runs.ids);
  return runs.unwell;
}

}  // namespace

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  const FolderLock lock(settings.folder);
  require_folder_of(config.name, settings.folder);  // there may have been another one until now
  tidy(settings.folder);
  if (lock.interrupted() != 0 && !settings.quiet) {
    fmt::print("{}: process {} ended before its work was done; going on from there\n",
               settings.folder.string(), lock.interrupted());
  }
  std::vector<FailedRun> unwell;
  try {
    unwell = complete_runs(config, settings);
  } catch (const Interruption& stop) {
    tidy(settings.folder);
    throw Interruption(stop.signal(), fmt::format("{}, and `descent {}{}` goes on from there", stop.what(),
                                                  settings.words, settings.words_of_only));
  }
  // Before the figures, which may fail in their turn.
  print_unwell(unwell, settings.words, settings.folder);
  const FigureFiles figure = draw_figures(settings.folder);
  if (!settings.quiet) print_files(figure);
  return unwell.size();
}

}  // namespace descent
