#pragma once

#include <functional>

#include "experiments/run/experiment.hpp"

namespace descent {

class ManifestFile;
struct RunStates;

/// Work in a results folder that this process has locked.
struct FolderWork {
  /// runs are carried out here: first their processes are checked and missing optima computed
  bool carries_out = true;
  /// Called after the runs are looked up. Adds runs that did not end well.
  std::function<void(const Experiment&, ManifestFile&, RunStates&)> step;
  bool draws = true;  ///< draw the figures at the end
};

/// Makes the plan, looks up the folder's runs, prints what is left, and does it. Prints wanted runs that are
/// not well and returns their number. Throws like run_experiment().
std::size_t work_in_folder(const Config& config, const RunSettings& settings, const FolderWork& work);

/// Carries out the runs that are due and keeps each when it ends. With details, prints finally what measuring
/// itself cost. Adds unwell runs to `runs.unwell`, and counts completed runs in `ended`. Throws Interruption
/// if the program is stopped.
void measure_runs(const Experiment& experiment, RunStates& runs, std::size_t& ended);

/// Computes missing certified optima, carries out missing runs and draws the figures. Each run is kept as
/// FOLDER/runs/ID.csv when it ends; FOLDER/manifest.json records plan and conditions. Prints wanted runs that
/// have failed or diverged, now or before, and returns their number. A failed run is kept with that status
/// and tried again next time. Throws ConfigError, DataError or ResultFileError before any run starts if
/// configuration, data or folder is wrong. Throws ResultFileError if the folder becomes unwritable, and
/// Interruption, with the command that continues, if the program is stopped.
std::size_t run_experiment(const Config& config, const RunSettings& settings);

}  // namespace descent
