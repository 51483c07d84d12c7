#pragma once

#include <string>

#include "plots/gnuplot/figure_layout.hpp"
#include "plots/gnuplot/gnuplot_script.hpp"

namespace descent {

/// What panel number 0, 1, … is called: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

/// Gives a panel its place, in shares of the figure.
void place_panel(GnuplotScript& script, const FigureLayout::Box& box, const FigureLayout& layout);

/// Labels 1 and 2 above a panel: its title in bold and a line of small text, in smaller letters where they
/// are too long for the panel's width, and cut short where they could not be read.
void add_panel_titles(GnuplotScript& script, const std::string& title, const std::string& subtitle,
                      const FigureLayout::Box& box, const FigureLayout& layout);

}  // namespace descent
