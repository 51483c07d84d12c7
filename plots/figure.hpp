#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "plots/curves.hpp"
#include "plots/manifest.hpp"

namespace descent {

/// What drawing a results folder has left there.
struct FigureFiles {
  std::filesystem::path curves;                 ///< DIR/curves.csv
  std::vector<std::filesystem::path> scripts;   ///< DIR/figures/NAME.gp and those of further figures
  std::vector<std::filesystem::path> tables;    ///< DIR/tables/*; none without certified lower bounds
  std::vector<std::filesystem::path> pictures;  ///< .pdf, .svg and .png of each script
  std::size_t missing_runs = 0;                 ///< runs of the manifest that are not done yet
};

/// Averages the runs of a results folder, writes curves.csv and draws its figures: NAME, like those of the
/// papers; NAME-suboptimality and NAME-profile, where a problem has a certified lower bound, with the tables
/// of times to targets and of the profile; NAME-support, where runs were compared with the support of an
/// optimum. All files appear whole or not at all; older figures of the same
/// names are replaced. Throws ResultFileError; curves.csv, the scripts and their data files are there even
/// when gnuplot is not.
FigureFiles draw_figures(const std::filesystem::path& folder);

/// Writes the scripts of all figures and their common data files into FOLDER/figures and returns the scripts'
/// paths, that of NAME first.
std::vector<std::filesystem::path> write_figure_scripts(const std::filesystem::path& folder,
                                                        const Manifest& manifest,
                                                        std::span<const CurvePoint> curves);

}  // namespace descent
