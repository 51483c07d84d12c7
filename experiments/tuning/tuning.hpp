#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/plan/plan.hpp"
#include "support/records/trial_rows.hpp"

namespace descent {

struct TuningSettings {
  JobSettings jobs = {};
  bool again = false;  ///< first forgets the constants that the tuned file has, and their trials
  bool require_real = false;
  std::filesystem::path folder = {};                           ///< of results, for the trials
  std::filesystem::path optima_folder = "results/references";  ///< certified optima
};

struct TuningOutcome {
  std::size_t chosen = 0;  ///< number of constants
  std::size_t failed = 0;  ///< pairs of method and problem in which every trial failed
  std::size_t open = 0;    ///< pairs in which some failed, so that the next tuning tries again
};

/// Chooses the open constants of every method on every problem by one protocol:
/// - All constants have the same grid. It is widened while the best value lies at its end, and refined once
///   around the best value. Several constants are tuned in turn.
/// - A trial is `tuning.seeds` runs, each with `tuning.budget_share` of the run's budget and seeds that
///   reported runs never use. Close trials get up to four times as many seeds. best_trial chooses.
/// - A method that needs the radius of the optimum gets it from the certified optimum, computed first if
///   missing.
///
/// Constants found with other trials or seeds, by another rule, or on data with another checksum count as
/// missing. A trial may diverge; if one fails, as when its process is killed, no constant of its method on
/// its problem is chosen. The CPU time of all trials is added up. Each trial is kept in the results folder
/// (trials_in()) when it ends, and not run again, so the next tuning goes on.
TuningOutcome tune(const Config& config, const TuningSettings& settings);

// Values to try for a constant, and the choice among the trials.

/// Values of a method's constants, and their results.
struct Trial {
  Constants constants;
  /// Objective at the end of the trial's budget, one per tuning seed; infinite for a run that diverged or
  /// failed.
  std::vector<double> objectives;
  double mean() const;
  double standard_error() const;  ///< of the mean; 0 for a single run
};

/// Grid of every constant: half-decades from 10⁻³ to 10⁵, ascending.
std::vector<double> tuning_grid();

/// Two values that refine the best: a quarter of a decade to either side.
std::vector<double> refinement_of(double value);

/// Limit on widening the grid at either end.
constexpr int widened_decades = 4;

/// The next two values beyond the grid's end at which the best trial lies. Empty if it lies at neither end,
/// or the grid was widened enough. The trials differ only in the constant `name`, as in a sweep.
std::vector<double> widened_grid(std::span<const Trial> trials, const std::string& name);

/// Values of that constant in the trials, ascending.
std::vector<double> values_of(std::span<const Trial> trials, const std::string& name);

/// Indices of the trials whose mean objective is less than two standard errors (of the difference) above the
/// smallest, including the smallest.
std::vector<std::size_t> close_trials(std::span<const Trial> trials);

/// Close trials that need further seeds: if there are several and some have fewer than `most_seeds`.
std::vector<std::size_t> undecided_trials(std::span<const Trial> trials, std::size_t most_seeds);

/// Maximum number of seeds of a trial that starts with `seeds`.
constexpr std::size_t most_tuning_seeds(std::int64_t seeds) {
  return 4 * static_cast<std::size_t>(seeds);
}

/// Trial with the smallest mean objective. If the constants include a radius, the close trial with the
/// smallest radius: beyond the norm of w*, radii differ only by noise.
const Trial& best_trial(std::span<const Trial> trials);

/// A run of a trial.
struct TrialRun {
  std::string id;  ///< hash of run and processor
  RunSpec spec;
  Constants constants;
};

/// Carries out the trial runs of a tuning that its store does not have, under one count.
class TrialRuns {
 public:
  /// The store's folder must exist before the first run.
  TrialRuns(Store<TrialRow>& store, const JobSettings& jobs)
      : jobs_(jobs), progress_(jobs.output == Output::quiet, true), store_(store) {}

  /// Adds trials that will be carried out to the progress; a negative number takes them back.
  void expect(std::ptrdiff_t trials, const TrialBudget& budget) {
    const std::ptrdiff_t runs = trials * static_cast<std::ptrdiff_t>(budget.seeds);
    progress_.expect(runs, budget.amount * static_cast<double>(runs));
  }

  /// The rows of the runs, which are expected; none of a failed run, which is printed. Throws Interruption as
  /// run_in_children() does.
  std::vector<std::optional<TrialRow>> carry_out(std::span<const TrialRun> runs);

  /// Takes the progress off the terminal before something is printed.
  void clear_line() { progress_.clear(); }

 private:
  JobSettings jobs_;
  ProgressDisplay progress_;
  Store<TrialRow>& store_;
};

/// Trials that choosing the open constants of a method on a problem takes at least: the grid and its
/// refinement for each. Close trials and the best value at an end of the grid add more.
std::size_t least_trials(const MethodEntry& entry, RegularizerKind regularizer);

/// Constants of a method on a problem, with the trials in the order of the search.
struct FoundConstants {
  TunedConstants tuned;
  std::vector<Trial> trials;
  std::size_t failed_runs = 0;  ///< if any, the search ended early and the constants are not to be kept
};

/// Searches the open constants of the methods on a problem by the protocol of tune(), all methods in step.
/// The caller judges whether the best trials are good enough. `runs` expects the least trials already.
std::vector<FoundConstants> search_constants(const Config& config, const ProblemSpec& problem,
                                             std::span<const MethodEntry* const> entries,
                                             const OptimumStore& optima, TrialRuns& runs);

}  // namespace descent
