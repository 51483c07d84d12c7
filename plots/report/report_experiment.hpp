#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// A tried value of a constant. If a method has two constants, several trials share a value of one.
struct TriedValue {
  double value = 0;
  std::vector<double> objectives;  ///< of the seeds, infinite if a trial diverged
  bool is_chosen = false;          ///< true if all constants of the trial were chosen
};

/// The trials by which one constant of a method on a problem was chosen.
struct ConstantTrials {
  std::string dataset, loss, regularizer;
  std::string lambda;  ///< as the configuration writes it
  std::string method, variant, option;
  std::string origin;  ///< as in the manifest
  std::vector<TriedValue> trials;
};

/// Everything that the page shows of one results folder: its problems with their curves (report_curves),
/// tables of times, profiles, trials, what failed and why, how its methods look in the figures (appearances),
/// and its whole manifest but for the list of runs. `results` is read_results_folder(folder). Throws
/// ResultFileError.
Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results,
                       std::span<const ConstantTrials> trials);

}  // namespace descent
