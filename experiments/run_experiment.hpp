#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config.hpp"

namespace descent {

struct RunSettings {
  std::filesystem::path folder;      ///< of the results; made when it is missing
  std::filesystem::path references;  ///< folder of the reference optima; made when it is missing
  int jobs = 1;
  bool quiet = false;
  bool require_real = false;
  bool dry_run = false;
  /// Only runs on these datasets and of these methods; empty: all.
  std::vector<std::string> only_datasets;
  std::vector<std::string> only_methods;
};

/// Computes the reference optima that are missing, carries out what is missing of a configuration's runs, and
/// keeps each as FOLDER/runs/ID.csv as soon as it
/// is done; FOLDER/manifest.json says what was planned and with what. Returns how many runs failed; they are
/// kept as files that say so, and are tried again next time. Throws ConfigError, DataError or ResultFileError
/// before any run starts when something about the configuration, the data or the folder is wrong.
std::size_t run_experiment(const Config& config, const RunSettings& settings);

}  // namespace descent
