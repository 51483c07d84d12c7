#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/jobs/carry_out.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/figure.hpp"

namespace descent {

struct RunSettings {
  std::filesystem::path folder;         ///< results folder
  std::filesystem::path optima_folder;  ///< certified optima; created if missing
  JobSettings jobs = {};                ///< of the runs; optima have no limits
  bool require_real = false;
  /// Other runs are left as they are, except that they get a new bound.
  RunFilter only;
  OptimumSettings optimum = {};  ///< requirements on the optima
  std::string place = {};        ///< "3 of 11" if several configurations are carried out
};

/// Computes missing certified optima, carries out missing runs and draws the figures. Each run is kept as
/// FOLDER/runs/ID.csv when it ends; FOLDER/manifest.json records plan and conditions. Prints wanted runs that
/// have failed or diverged, now or before, and optima that failed, and returns their number. A failed run is
/// kept with that status and tried again next time. Without its optimum a problem's runs have no bound, and
/// those that need it are left for the next time. Throws ConfigError, DataError or ResultFileError before any
/// run starts if configuration, data or folder is wrong. Throws ResultFileError if the folder becomes
/// unwritable, and Interruption if the program is stopped.
std::size_t run_experiment(const Config& config, const RunSettings& settings);

/// Carries out the runs of the settings' share and returns how many are not well. Draws nothing. Several
/// shares may work in one folder at the same time, without a lock, because each writes its own runs, and the
/// manifest, which is the same for all. Throws ConfigError, with the command that computes it, if a constant
/// or an optimum is missing; else like run_experiment().
std::size_t run_share(const Config& config, const RunSettings& settings);

/// Prints the runs to do, the completed runs, and CPU time and wall time of the rest. Writes nothing. Throws
/// like run_experiment() before any run starts.
void dry_run(const Config& config, const RunSettings& settings);

/// A configuration with its settings, data, optima and plan. Its parts point to each other, to the
/// configuration and to the settings, which must outlive it.
struct Experiment {
  /// Loads data, reads known optima and makes the plan. With details, prints the data's origin and left-out
  /// methods. Throws ConfigError or DataError.
  Experiment(const Config& config, const RunSettings& settings);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Computes missing optima of the wanted runs and completes the plan with them. Keeps what failed, which
  /// must not stop the other problems.
  void provide_optima();

  const Config& config;
  const RunSettings& settings;
  const std::vector<Dataset> datasets;
  OptimumStore optima;  ///< before provide_optima(): only optima that need no computing
  Plan plan;
  std::vector<ProblemSpec> wanted;         ///< problems of the runs that the settings select
  std::vector<std::string> failed_optima;  ///< a sentence for each that provide_optima() could not compute
};

/// A run in the results folder that failed or diverged.
struct FailedRun {
  std::string id;
  std::string what;    ///< problem or dataset, method and seed
  std::string status;  ///< "diverged" or "failed: reason"
};

/// State of a planned run in the results folder.
enum class RunState {
  left_out,  ///< not selected by the filter; at most its bound is updated
  done,
  missing,
  failed,  ///< will be tried again
  /// will be repeated: damaged, without decision line, or judged with another bound than
  /// today's (under L1 also if its rows have today's bound without the support of w*)
  outdated,
};

/// A plan compared with a results folder.
struct RunStates {
  std::vector<std::string> ids;         ///< of the plan's runs
  std::vector<RunState> states;         ///< of the plan's runs
  std::vector<RunSpec> to_do;           ///< missing, failed or outdated
  std::vector<FailedRun> unsuccessful;  ///< completed runs that diverged
  std::vector<std::string> damages;     ///< of runs that are repeated
  /// Indices of complete runs that were judged with another bound than today's and can take it.
  std::vector<std::size_t> with_other_bound;
};

/// Compares the plan with the folder. Throws ConfigError if the settings select a run that cannot be in the
/// plan, or one that is there of another processor, and ResultFileError for an unreadable file.
RunStates states_of(const Experiment& experiment);

/// Throws ConfigError for an id in --only that no run of the configuration has.
[[noreturn]] void refuse_id(const std::string& wanted);

/// Writes today's bounds into the runs with another one, also if the settings leave them out; a share leaves
/// other runs alone. Under L1 they still lack the overlap with the support of w*, which needs their iterates.
/// Throws ResultFileError.
void take_bounds(const Experiment& experiment, const RunStates& runs);

/// Carries out the runs that are due and keeps each when it ends. Adds unsuccessful runs to
/// `runs.unsuccessful`. Throws Interruption if the program is stopped.
void measure_runs(const Experiment& experiment, RunStates& runs);

/// Records a failed run and returns its current status. If its rows are done, it is their status: a process
/// killed after writing them has done its work. Rows that are complete but outdated stay, unless the
/// repetition contradicts the bound, which shows them to be wrong. Throws ResultFileError.
std::string keep_failure(const Experiment& experiment, const RunSpec& spec, const std::string& failure);

/// Estimated time of a run, in seconds of one core.
struct RunTime {
  double work_seconds = 0;        ///< charged to the method
  double evaluation_seconds = 0;  ///< judging its iterates afterwards

  double seconds() const { return work_seconds + evaluation_seconds; }
};

RunTime expected_time(const RunSpec& spec);

/// "12 s", "40 min", "3.5 h"
std::string time_text(double seconds);

// The picture of points of a configuration with "decision_lines": the provenance of runs of the first seed
// has the line of the last iterate, and decision.json the points.

/// Throws ConfigError with the JSON path of a dataset that does not have two features (bias not counted).
void require_two_features(const Config& config, std::span<const Dataset> datasets);

/// True if the run's provenance must have a line.
bool needs_line(const Config& config, const RunSpec& spec);

/// RunProvenance::decision_line; empty if the run needs none.
std::vector<double> line_of(const Config& config, const RunSpec& spec, std::span<const double> weights);

/// Writes decision.json. Throws ConfigError or ResultFileError.
void write_points(const Experiment& experiment);

// Reports that `descent run` and the commands that draw print.

/// What did not end well.
struct Outcome {
  std::vector<FailedRun> runs;
  std::vector<std::string> failed_optima;
  std::size_t waiting = 0;   ///< runs not made because they need one of these optima
  std::size_t unproved = 0;  ///< optima whose gap is larger than wanted
  std::size_t count() const { return runs.size() + failed_optima.size() + unproved; }
};

/// Prints how many runs are to do, untuned constants, and runs of other settings in the folder.
void print_opening(const Experiment& experiment, const RunStates& runs);

/// Prints files that changed since they were written, whose runs are repeated.
void print_damages(const std::vector<std::string>& damages);

/// Prints on standard error the runs of a folder that did not end well, and how to examine each alone.
void print_unsuccessful(std::span<const FailedRun> unsuccessful, const RunSettings& settings);
/// The same for optima that failed.
void print_failed_optima(const Outcome& outcome);

/// Prints pictures and tables, one line per folder, conditions, and the fastest methods.
void print_files(const DrawnFiles& drawn);

/// Prints the end of a run with --brief: one line.
void print_end(const Config& config, const std::filesystem::path& folder, const Outcome& outcome,
               const DrawnFiles& figure);

}  // namespace descent
