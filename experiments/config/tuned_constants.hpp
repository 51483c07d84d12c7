#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/problem_spec.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// Problem that a tuned constant holds for: other data, another loss or another λ need their own. `source`
/// tells stand-ins from real data; a file with other numbers of rows or columns is another problem.
struct TunedProblem {
  std::string dataset;
  std::string source;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::string loss;
  std::string regularizer;
  std::string lambda;  ///< as written in the configuration
  double bias = 0;     ///< value of the constant feature; 0: none
  ObjectiveForm form = {};
  bool is_rounded = false;  ///< values, to single precision
  friend bool operator==(const TunedProblem&, const TunedProblem&) = default;
};

TunedProblem problem_key(const ProblemSpec& problem);

/// Constants by the names of their options.
using Constants = std::map<std::string, double>;

/// Values of a method's constants and what came of them.
struct Trial {
  Constants constants;
  /// Objective at the end of the trial's budget, one for each tuning seed; infinite for a run that diverged
  /// or failed.
  std::vector<double> objectives;
  double mean() const;
  double standard_error() const;  ///< of the mean; 0 of a single run
};

/// Work that a trial was given: a constant found with another budget is another constant.
struct TrialBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;       ///< CPU seconds or passes
  std::int64_t seeds = 1;  ///< of every trial; close ones have more
  std::int64_t first_seed = first_tuning_seed;
  friend bool operator==(const TrialBudget&, const TrialBudget&) = default;
  /// "1 CPU seconds, 2 to 8 seeds from 1000000", where a trial has had so many.
  std::string text(std::size_t most_seeds) const;
};

TrialBudget trial_budget(const Config& config, const std::string& dataset);

/// The work behind all constants of one method on one problem: every run of every trial.
struct TuningCost {
  double cpu_seconds = 0;  ///< setup included; a run that failed adds nothing
  std::size_t runs = 0;
};

/// Checksums of the data that trials ran on. The constants that come with the program have none: they are for
/// the published data.
struct TunedData {
  std::string sha256;          ///< Dataset::sha256
  std::string weights_sha256;  ///< of the file of the rows' weights; empty without one
  bool is_known() const { return !sha256.empty(); }
  friend bool operator==(const TunedData&, const TunedData&) = default;
};

TunedData data_of(const Dataset& dataset);

/// The end of one run of a trial.
struct TrialEnd {
  double objective = 0;    ///< infinite for a run that diverged
  double cpu_seconds = 0;  ///< setup included
};

/// By run ID. A run that was repeated is there as often as it was carried out.
using TrialEnds = std::multimap<std::string, TrialEnd>;

/// The constants chosen for one method on one problem, with the whole table of trials.
struct TunedConstants {
  TunedProblem problem;
  std::string method;
  std::string variant;
  TrialBudget budget;
  Constants constants;
  std::vector<Trial> trials;  ///< in ascending order of their constants
  double cpu_seconds = 0;     ///< as in TuningCost
  TunedData data = {};

  TuningCost cost() const;
  bool is_of_other_data(const TunedData& wanted) const { return data.is_known() && data != wanted; }
};

}  // namespace descent
