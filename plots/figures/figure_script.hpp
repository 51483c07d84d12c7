#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/manifest_part.hpp"

namespace descent {

/// Writes the script FOLDER/figures/NAME-suboptimality.gp (suffix by kind), its caption, and the data files
/// in DATA_FOLDER/ beside it. Returns the script's path. The script draws rows of panels above a legend of
/// their methods, in every picture format. gnuplot's variable output_prefix, if it exists, is prepended to
/// the pictures' names. `panels` are all panels of the results folder. Line styles are chosen among the
/// part's methods. Throws ResultFileError.
std::filesystem::path write_figure(const DrawnFolder& folder, const std::string& name,
                                   const std::string& data_folder, const FigureKind& kind,
                                   const Manifest& manifest, std::span<const Panel> panels,
                                   const ManifestPart& part = {});

}  // namespace descent
