#pragma once

#include <span>
#include <string>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// Name of a figure's files without their ends: "NAME-suboptimality".
std::string figure_name(const std::string& name, const FigureKind& kind);

/// The script that draws the pictures of figure_name(), in every format, from the data files in the folder
/// NAME: rows of panels above a legend of the methods that these show. gnuplot's variable output_prefix, if
/// it exists, is put before the pictures' names. `panels` are all those of the results folder.
std::string figure_script(const std::string& name, const FigureKind& kind, const Manifest& manifest,
                          std::span<const Panel> panels);

}  // namespace descent
