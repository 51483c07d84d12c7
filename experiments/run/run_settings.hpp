#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/optima/certified_optimum.hpp"
#include "experiments/plan/run_filter.hpp"
#include "support/process/job.hpp"

namespace descent {

/// How a configuration is carried out.
struct RunSettings {
  std::filesystem::path folder;         ///< of the results
  std::filesystem::path optima_folder;  ///< of the certified optima; made when it is missing
  int jobs = 1;
  bool quiet = false;
  bool brief = false;  ///< one line at the end in place of details
  bool require_real = false;
  RunFilter only;  ///< runs that are not wanted are left as they are, but for a bound that is new
  /// Models of processors whose runs count as done, where one is there of several models the first of these;
  /// empty: that of this one.
  std::vector<std::string> processors = {};
  JobLimits limits;              ///< of every run's process
  OptimumSettings optimum = {};  ///< what is asked of the optima
  /// What stands behind `descent` to do the same again, and to do it for the same `only`.
  std::string words = {};
  std::string words_of_only = {};
  std::string place = {};    ///< "3 of 11", where several configurations are carried out
  double later_seconds = 0;  ///< about what those after this one take

  bool prints_details() const { return !quiet && !brief; }
};

}  // namespace descent
