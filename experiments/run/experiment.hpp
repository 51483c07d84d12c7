#pragma once

#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/run/decision_lines.hpp"
#include "experiments/run/run_settings.hpp"

namespace descent {

/// A configuration with what it stands for today. Its parts point to each other and to the configuration,
/// which must outlive it.
struct Experiment {
  /// Loads the data, reads the optima that are known and makes the plan; says where the data came from and
  /// which methods are left out, unless quiet. Throws ConfigError or DataError.
  Experiment(const Config& config, const RunSettings& settings);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Computes the optima that are missing for the wanted runs, and completes the plan with them.
  void provide_optima(const RunSettings& settings);

  const Config& config;
  const std::vector<Dataset> datasets;
  const DecisionLines decision_lines;
  OptimumStore optima;  ///< until they are provided, those that would not be computed again
  Plan plan;
  std::vector<ProblemSpec> wanted;  ///< the problems of the runs that the settings want
};

}  // namespace descent
