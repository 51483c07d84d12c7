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
  std::filesystem::path script;                 ///< DIR/figures/NAME.gp
  std::vector<std::filesystem::path> pictures;  ///< DIR/figures/NAME.pdf, .svg and .png
  std::size_t missing_runs = 0;                 ///< runs of the manifest that are not done yet
};

/// Averages the runs of a results folder, writes curves.csv and draws its figure. All files appear whole or
/// not at all; an older figure of the same name is replaced. Throws ResultFileError; curves.csv, the script
/// and its data files are there even when gnuplot is not.
FigureFiles draw_figure(const std::filesystem::path& folder);

/// Writes the script and its data files into FOLDER/figures and returns the script's path.
std::filesystem::path write_figure_script(const std::filesystem::path& folder, const Manifest& manifest,
                                          std::span<const CurvePoint> curves);

/// Has gnuplot run a script of write_figure_script, and returns the pictures. They get their names when all
/// of them are complete.
std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script);

}  // namespace descent
