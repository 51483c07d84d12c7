#pragma once

#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/run/decision_lines.hpp"
#include "experiments/run/run_settings.hpp"

namespace descent {

/// A configuration with its data, optima and plan. Its parts point to each other and to the configuration,
/// which must outlive it.
struct Experiment {
  /// Loads data, reads known optima and makes the plan. Unless quiet, prints the data's origin and left-out
  /// methods. Throws ConfigError or DataError.
  Experiment(const Config& config, const RunSettings& settings);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Computes missing optima of the wanted runs and completes the plan with them.
  void provide_optima(const RunSettings& settings);

  const Config& config;
  const std::vector<Dataset> datasets;
  const DecisionLines decision_lines;
  OptimumStore optima;  ///< before provide_optima(): only optima that need no computing
  Plan plan;
  std::vector<ProblemSpec> wanted;  ///< problems of the runs that the settings select
};

}  // namespace descent
