#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/jobs/carry_out.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/plan/run_filter.hpp"
#include "experiments/run/decision_lines.hpp"
#include "plots/figures/panel.hpp"

namespace descent {

struct RunSettings {
  std::filesystem::path folder;         ///< results folder
  std::filesystem::path optima_folder;  ///< certified optima; created if missing
  JobSettings jobs = {};                ///< of the runs; optima have no limits
  bool require_real = false;
  bool repeats_disturbed = false;  ///< runs that the machine has disturbed count as missing
  /// Other runs are left as they are, except that they get a new bound. Other datasets are not loaded, if the
  /// folder has no runs of another configuration.
  RunFilter only;
  /// Processor models whose runs count as done; the first listed model with a run is used. Empty: this
  /// processor's model.
  std::vector<std::string> processors = {};
  OptimumSettings optimum = {};  ///< requirements on the optima
  /// Reads the results that the folder's figures are drawn over, see results_behind(); none: never any.
  std::function<std::optional<OtherResults>(const std::filesystem::path& folder)> behind = {};
  /// Arguments of `descent` that repeat this command, and that repeat it for the same `only`.
  std::string words = {};
  std::string words_of_only = {};
  std::string place = {};    ///< "3 of 11" if several configurations are carried out
  double later_seconds = 0;  ///< estimated time of the configurations after this one
};

/// A configuration with its settings, data, optima and plan. Its parts point to each other, to the
/// configuration and to the settings, which must outlive it.
struct Experiment {
  /// Loads data, reads known optima and makes the plan. With details, prints the data's origin and left-out
  /// methods. Throws ConfigError or DataError.
  Experiment(const Config& config, const RunSettings& settings);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Computes missing optima of the wanted runs. `tidies`: removes half-written files, if no other process
  /// writes optima.
  void compute_optima(bool tidies);
  /// The same, and completes the plan with them.
  void provide_optima();

  const Config& config;
  const RunSettings& settings;
  const std::vector<Dataset> datasets;
  const DecisionLines decision_lines;
  OptimumStore optima;  ///< before provide_optima(): only optima that need no computing
  Plan plan;
  std::vector<ProblemSpec> wanted;  ///< problems of the runs that the settings select
};

/// Throws ConfigError for an id in --only that no run of the configuration has.
[[noreturn]] void refuse_id(const std::string& wanted);

}  // namespace descent
