#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Tables and figures that were drawn into a results folder.
struct DrawnFiles {
  std::vector<std::filesystem::path> tables{};    ///< DIR/tables/*
  std::vector<std::filesystem::path> scripts{};   ///< DIR/figures/gnuplot/*.gp, or of a selection
  std::vector<std::filesystem::path> pictures{};  ///< .pdf, .png and .svg of each script
  std::vector<std::string> conditions{};          ///< of the numbers: a sentence each
  std::filesystem::path curves{};                 ///< DIR/curves.csv; empty for a selection
  std::string fastest{};                          ///< see fastest_text()
};

/// Averages the runs of a results folder, writes curves.csv and runs.csv, and draws its figures:
/// - NAME, or NAME-PROTOCOL for each of several protocols: like the papers' figures;
/// - NAME-suboptimality, NAME-passes and NAME-profile, if problems have a certified lower bound, with the
///   tables of times to targets, of staircases and of means over problems;
/// - NAME-nonzeros, if some method leaves weights at 0;
/// - NAME-lambda-path, if a problem was solved for several λ;
/// - the table of iterations, for methods with an outer and an inner loop;
/// - NAME-points, if the configuration has decision lines.
///
/// Each file appears complete or not at all, and takes the place of an earlier drawing. Throws ConfigError
/// for files of the user in the way, and ResultFileError, also if `models` rejects the runs. Without gnuplot,
/// curves.csv, runs.csv, the tables, scripts and data files are still written.
DrawnFiles draw_figures(const std::filesystem::path& folder, ProcessorModels models = ProcessorModels::one);

/// Results to draw. Throws ResultFileError if no run is done or `models` rejects them.
ResultsFolder read_drawable_results(const std::filesystem::path& folder,
                                    ProcessorModels models = ProcessorModels::one);

/// Draws the figures of some runs of a results folder into FOLDER/selections/NAME/, in place of an earlier
/// drawing there; the usual figures and tables stay. `selected` is the folder's manifest without the other
/// runs. Methods look as in the usual figures. Throws like draw_figures().
DrawnFiles draw_selection(const std::filesystem::path& folder, Manifest selected, const std::string& name,
                          ProcessorModels models = ProcessorModels::one);

}  // namespace descent
