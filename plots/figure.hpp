#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "plots/figures/panel.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/processor_models.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// The files of a drawn results folder. The first script is DIR/figures/NAME.gp; with several protocols it is
/// NAME-PROTOCOL.gp of the first one.
struct FigureFiles : DrawnFiles {
  std::filesystem::path curves;  ///< DIR/curves.csv
};

/// Averages the runs of a results folder, writes curves.csv and runs.csv and draws its figures. NAME, or
/// NAME-PROTOCOL for each of several protocols, is like those of the papers; also NAME-suboptimality and
/// NAME-profile, where a problem has a certified lower bound, with the tables of times to targets and of the
/// profile; NAME-support, where runs were compared with the support of an optimum; NAME-lambda-path with its
/// table, where a problem was solved for several λ; NAME-residuals and the table of iterations, for methods
/// with residuals; NAME-points, where decision lines were asked for. All files appear whole or not at all;
/// older figures of the same names are replaced, and files that an earlier drawing wrote and
/// this one does not are removed, as far as the manifest lists them. Throws ResultFileError, also where
/// `models` refuses the runs; curves.csv, runs.csv, the tables, the scripts and their data files are there
/// even when gnuplot is not.
FigureFiles draw_figures(const std::filesystem::path& folder, ProcessorModels models = ProcessorModels::one);

/// The results that figures are drawn of. Throws ResultFileError when no run is done yet, and where `models`
/// refuses them.
ResultsFolder read_drawable_results(const std::filesystem::path& folder,
                                    ProcessorModels models = ProcessorModels::one);

/// Has gnuplot draw the scripts and returns the pictures. Throws ResultFileError.
std::vector<std::filesystem::path> draw_pictures(const DrawnFolder& folder,
                                                 std::span<const std::filesystem::path> scripts);

/// Writes the scripts of the figures of averaged curves, their captions and their common data files into
/// FOLDER/figures and returns the scripts' paths, that of NAME (with the part's suffix) first. Times include
/// setup. A method that is the only one of its family in a part has its family's look. Where there
/// would be too many panels to be read, several λ of one problem are thinned out, see choose_shown_lambdas().
std::vector<std::filesystem::path> write_figure_scripts(const DrawnFolder& folder, const Manifest& manifest,
                                                        std::span<const CurvePoint> curves,
                                                        const ManifestPart& part = {});

}  // namespace descent
