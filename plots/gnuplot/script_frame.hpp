#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/gnuplot/figure_layout.hpp"
#include "plots/gnuplot/gnuplot_script.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// An entry of a legend that is no method with its line and points.
struct LegendEntry {
  std::string label;
  std::size_t style = 0;  ///< gnuplot's line style
  bool has_line = false;
  bool has_point = false;
};

/// What stands around the panels of a figure, the same in every one.
struct ScriptFrame {
  std::string file;    ///< name of the script and its pictures without ends: "NAME-profile"
  std::string folder;  ///< of the data files, beside the script
  std::string title;
  std::vector<std::size_t> methods;   ///< the legend's entries: places in the manifest
  std::vector<LegendEntry> others{};  ///< behind them
};

/// The labels of the legend.
std::vector<std::string> labels_of(const ScriptFrame& frame, const Manifest& manifest);

/// Begins a script: how to use it, a line style for each method of the manifest (its place + 1), and the loop
/// over the formats with their terminals and with what all panels have in common. gnuplot's variable
/// output_prefix, if it exists, is put before the pictures' names.
void begin_script(GnuplotScript& script, const ScriptFrame& frame, const Manifest& manifest,
                  const FigureLayout& layout);

/// Ends it: legend, notes and title.
void end_script(GnuplotScript& script, const ScriptFrame& frame, const Manifest& manifest,
                const FigureLayout& layout, std::span<const std::string> notes);

}  // namespace descent
