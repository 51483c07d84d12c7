#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/results/drawing.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Writes the script FOLDER/figures/NAME-suboptimality.gp (suffix by kind), its caption, and the data files
/// in DATA_FOLDER/ beside it; returns the script's path. It draws rows of panels above a legend of their
/// methods, in every picture format, and prepends gnuplot's variable output_prefix, if it exists, to their
/// names. `panels` are all panels of the results folder. Line styles are chosen among the part's methods.
/// Throws ResultFileError.
std::filesystem::path write_figure(const DrawnFolder& folder, const std::string& name,
                                   const std::string& data_folder, const FigureKind& kind,
                                   const Manifest& manifest, std::span<const Panel> panels,
                                   const ManifestPart& part = {});

}  // namespace descent
