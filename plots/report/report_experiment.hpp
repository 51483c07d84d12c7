#pragma once

#include <filesystem>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Everything that the page shows of one results folder: its problems with their curves (report_curves),
/// tables of times, profiles, trials, what failed and why, how its methods look in the figures (appearances),
/// and its whole manifest but for the list of runs. `results` is read_results_folder(folder). Throws
/// ResultFileError, or ConfigError for a file with trials that is malformed.
Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results);

}  // namespace descent
