#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/planned_work.hpp"
#include "support/process/process_pool.hpp"

#include "experiments/run/run_settings.hpp"

namespace descent {

/// Computes the reference optima that are missing, carries out what is missing of a configuration's runs, and
/// keeps each as FOLDER/runs/ID.csv as soon as it is done; FOLDER/manifest.json says what was planned and
/// with what. Returns the wanted runs that have failed or diverged, also those that did so before. What
/// failed is kept as a file that says so, and is tried again next time. Throws ConfigError, DataError or
/// ResultFileError before any run starts when something about the configuration, the data or the folder is
/// wrong, and ResultFileError when the folder cannot be written any more.
std::vector<FailedRun> run_experiment(const Config& config, const RunSettings& settings);

}  // namespace descent
