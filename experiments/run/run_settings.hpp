#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/optima/certified_optimum.hpp"
#include "experiments/plan/run_filter.hpp"
#include "support/process/job.hpp"

namespace descent {

struct RunSettings {
  std::filesystem::path folder;         ///< results folder
  std::filesystem::path optima_folder;  ///< certified optima; created if missing
  int jobs = 1;
  bool quiet = false;
  bool brief = false;  ///< print one line at the end instead of details
  bool require_real = false;
  RunFilter only;  ///< other runs are left as they are, except that they get a new bound
  /// Processor models whose runs count as done; the first listed model with a run is used. Empty: this
  /// processor's model.
  std::vector<std::string> processors = {};
  JobLimits limits;              ///< for every run's process
  OptimumSettings optimum = {};  ///< requirements on the optima
  /// Arguments of `descent` that repeat this command, and that repeat it for the same `only`.
  std::string words = {};
  std::string words_of_only = {};
  std::string place = {};    ///< "3 of 11" if several configurations are carried out
  double later_seconds = 0;  ///< estimated time of the configurations after this one

  bool prints_details() const { return !quiet && !brief; }
};

}  // namespace descent
