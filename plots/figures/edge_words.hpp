#pragma once

#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

/// A word ("above ↑", "below ↓", "later →" or "failed") for each curve that has no visible part in the row's
/// panel, so that the method does not look as if it had not been run: the curve stays above F(0), is below
/// the axis from its first checkpoint on, begins beyond the right edge, or all of its runs failed.
std::vector<PanelWord> edge_words(const FigureRow& row, const Panel& panel, const AxisRange& x);

}  // namespace descent
