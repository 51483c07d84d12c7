#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/problem_spec.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Problem that a tuned constant holds for. `source` distinguishes stand-ins from real data; a file with
/// other numbers of rows or columns is another problem.
struct TunedProblem {
  std::string dataset;
  std::string source;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::string loss;
  std::string regularizer;
  std::string lambda;  ///< as in the configuration
  double bias = 0;     ///< value of the constant feature; 0: none
  ObjectiveForm form = {};
  bool is_rounded = false;  ///< values rounded to single precision
  friend bool operator==(const TunedProblem&, const TunedProblem&) = default;
};

TunedProblem problem_key(const ProblemSpec& problem);

/// By option name.
using Constants = std::map<std::string, double>;

/// Values of a method's constants, and their results.
struct Trial {
  Constants constants;
  /// Objective at the end of the trial's budget, one per tuning seed; infinite for a run that diverged or
  /// failed.
  std::vector<double> objectives;
  double mean() const;
  double standard_error() const;  ///< of the mean; 0 for a single run
};

/// Work of a trial. A constant found with another budget is another constant.
struct TrialBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;       ///< CPU seconds or passes
  std::int64_t seeds = 1;  ///< of every trial; close trials get more
  std::int64_t first_seed = first_tuning_seed;
  friend bool operator==(const TrialBudget&, const TrialBudget&) = default;
  /// "1 CPU seconds, 2 to 8 seeds from 1000000", where some trial has `most_seeds`.
  std::string text(std::size_t most_seeds) const;
};

TrialBudget trial_budget(const Config& config, const std::string& dataset);

/// Work behind the constants of one method on one problem: all runs of all trials.
struct TuningCost {
  double cpu_seconds = 0;  ///< setup included; failed runs add nothing
  std::size_t runs = 0;
};

/// Checksums of the data of the trials. Without `sha256` the data is unknown, as in the shipped files.
struct TunedData {
  std::string sha256;          ///< Dataset::sha256
  std::string weights_sha256;  ///< of the file of row weights; empty without one
  bool is_known() const { return !sha256.empty(); }
  friend bool operator==(const TunedData&, const TunedData&) = default;
};

TunedData data_of(const Dataset& dataset);

struct TrialEnd {
  double objective = 0;    ///< infinite for a run that diverged
  double cpu_seconds = 0;  ///< setup included
};

/// By run ID. A repeated run has one entry for each time.
using TrialEnds = std::multimap<std::string, TrialEnd>;

/// Constants chosen for one method on one problem, with all trials.
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
