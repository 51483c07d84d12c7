#pragma once

#include <functional>
#include <span>

#include "experiments/run/run_settings.hpp"
#include "plots/figure.hpp"

namespace descent {

struct Experiment;
struct FailedRun;
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

/// Computes missing certified optima, carries out missing runs and draws the figures. Each run is kept as
/// FOLDER/runs/ID.csv when it ends; FOLDER/manifest.json records plan and conditions. Prints wanted runs that
/// have failed or diverged, now or before, and returns their number. A failed run is kept with that status
/// and tried again next time. Throws ConfigError, DataError or ResultFileError before any run starts if
/// configuration, data or folder is wrong. Throws ResultFileError if the folder becomes unwritable, and
/// Interruption, with the command that continues, if the program is stopped.
std::size_t run_experiment(const Config& config, const RunSettings& settings);

/// Prints the runs to do, the completed runs, and CPU time, wall time and disk space for the rest. Writes
/// nothing. Throws like run_experiment() before any run starts.
void dry_run(const Config& config, const RunSettings& settings);

/// Prints on standard error the runs that did not end well, and how to examine each alone.
void print_unwell(std::span<const FailedRun> unwell, const RunSettings& settings);

void print_conditions(const DrawnFiles& drawn);

/// Throws ConfigError if the folder's runs are on real data that a stand-in would replace now.
void require_same_sources(const std::filesystem::path& folder, std::span<const Dataset> datasets);

/// Prints which files of an earlier drawing were removed, and on standard error which remain.
void print_cleared(const DrawnFiles& drawn);

/// Prints the files of a figure, and the same as print_cleared().
void print_files(const FigureFiles& figure);

/// Prints one line per folder: "results/NAME/figures: NAME.pdf .svg .png, NAME-profile.pdf .svg .png".
void print_by_folder(std::span<const std::filesystem::path> files);

}  // namespace descent
