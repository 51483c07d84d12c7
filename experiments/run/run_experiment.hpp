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

/// What is done in a results folder while it is kept to this process.
struct FolderWork {
  bool carries_out = true;  ///< runs, here: their processes are tried and missing optima computed first
  /// Once the runs are looked up; one that did not end well is added to them.
  std::function<void(const Experiment&, ManifestFile&, RunStates&)> step;
  bool draws = true;  ///< the figures at the end
};

/// Makes the plan, looks up what the folder has of it, tells what is to do, and does the work. Returns how
/// many of the wanted runs are not well, and tells of them. Throws what run_experiment() throws.
std::size_t work_in_folder(const Config& config, const RunSettings& settings, const FolderWork& work);

/// Computes the certified optima that are missing, carries out what is missing of a configuration's runs,
/// keeps each as FOLDER/runs/ID.csv as soon as it is done, and draws the figures; FOLDER/manifest.json says
/// what was planned and with what. Returns how many of the wanted runs have failed or diverged, also before,
/// and tells of them. What failed is kept as a file that says so, and is tried again next time. Throws
/// ConfigError, DataError or ResultFileError before any run starts when something about the configuration,
/// the data or the folder is wrong, ResultFileError when the folder cannot be written any more, and
/// Interruption, with the words that go on, when the program is told to stop.
std::size_t run_experiment(const Config& config, const RunSettings& settings);

/// Prints what would run, what is done already, and what the others would take in CPU time, wall time and
/// room on the disk. Writes nothing. Throws what run_experiment() throws before any run starts.
void dry_run(const Config& config, const RunSettings& settings);

/// Tells on standard error what did not end well, and how each can be looked at alone.
void print_unwell(std::span<const FailedRun> unwell, const RunSettings& settings);

/// Prints the conditions that the drawn numbers were found under.
void print_conditions(const DrawnFiles& drawn);

/// Prints which files of an earlier drawing were removed, and on standard error which stay.
void print_cleared(const DrawnFiles& drawn);

/// Prints which files of a figure are there now, and what print_cleared() does.
void print_files(const FigureFiles& figure);

/// One line a folder: "results/NAME/figures: NAME.pdf .svg .png, NAME-profile.pdf .svg .png".
void print_by_folder(std::span<const std::filesystem::path> files);

}  // namespace descent
