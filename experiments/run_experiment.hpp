#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config.hpp"
#include "experiments/planned_work.hpp"
#include "experiments/process_pool.hpp"

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

/// Computes the reference optima that are missing, carries out what is missing of a configuration's runs, and
/// keeps each as FOLDER/runs/ID.csv as soon as it is done; FOLDER/manifest.json says what was planned and
/// with what. Returns the wanted runs that have failed or diverged, also those that did so before. What
/// failed is kept as a file that says so, and is tried again next time. Throws ConfigError, DataError or
/// ResultFileError before any run starts when something about the configuration, the data or the folder is
/// wrong, and ResultFileError when the folder cannot be written any more.
std::vector<UnwellRun> run_experiment(const Config& config, const RunSettings& settings);

}  // namespace descent
