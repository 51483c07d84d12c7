#pragma once

#include <string>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "plots/gnuplot/gnuplot_script.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// Adds the commands that draw one problem: its title and a panel for each row of the figure, from the data
/// files in the folder NAME. `place` counts the problems of the figure.
void add_panel(GnuplotScript& script, const FigureKind& kind, std::size_t place, const Panel& panel,
               const Manifest& manifest, const std::string& name, const FigureLayout& layout);

}  // namespace descent
