#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// The trials by which one constant of a method on a problem was chosen.
struct ConstantTrials {
  std::string dataset, loss, regularizer;
  std::string lambda;  ///< as the configuration writes it
  std::string method, variant, option;
  double chosen = 0;
  std::string origin;  ///< as in the manifest
  /// Every value that was tried, with the objectives of the seeds, infinite where a trial diverged.
  std::vector<std::pair<double, std::vector<double>>> trials;
};

/// Everything that the page shows of one results folder: its problems with their curves (report_curves),
/// tables of times, profiles, trials, what failed and why, how its methods look in the figures (appearances),
/// and its whole manifest but for the list of runs. `results` is read_results_folder(folder). Throws
/// ResultFileError.
Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results,
                       std::span<const ConstantTrials> trials);

}  // namespace descent
