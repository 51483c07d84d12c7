#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/planned_work.hpp"
#include "support/process/process_pool.hpp"

namespace descent {

struct RunSettings {
  std::filesystem::path folder;      ///< of the results; there, and locked by the caller
  std::filesystem::path references;  ///< folder of the reference optima; made when it is missing
  int jobs = 1;
  bool quiet = false;
  bool require_real = false;
  bool dry_run = false;
  RunFilter only;            ///< runs that are not wanted are left as they are
  JobLimits limits;          ///< of every run's process
  std::string place = {};    ///< "3 of 11", where several configurations are carried out
  double later_seconds = 0;  ///< about what those after this one take
};

}  // namespace descent
