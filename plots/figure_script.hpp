#pragma once

#include <span>
#include <string>

#include "plots/manifest.hpp"
#include "plots/panel.hpp"

namespace descent {

/// The formats that a figure script draws, which are also the ends of the file names.
inline constexpr const char* figure_formats[] = {"pdf", "svg", "png"};

/// Path of a curve's data file, relative to the script's folder: "NAME/a-2-batch_rda.dat".
std::string curve_file(const std::string& figure, const Panel& panel, const PanelCurve& curve,
                       const Manifest& manifest);

/// The text of a data file: a header comment and a line a point: position, mean, 10 % and 90 % quantiles of
/// the objective, nonzero weights in % ("?" when unknown).
std::string curve_file_text(const PanelCurve& curve, Axis axis);

/// The script that draws NAME.pdf, NAME.svg and NAME.png from the data files: two rows of panels above a
/// legend. gnuplot's variable output_prefix, if it exists, is put before these names.
std::string figure_script(const std::string& figure, const Manifest& manifest, std::span<const Panel> panels);

}  // namespace descent
