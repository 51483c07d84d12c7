#pragma once

#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

/// A word for each curve without a visible part in the row's panel: "above ↑" (stays above F(0)), "below ↓"
/// (below the axis from the first checkpoint), "later →" (begins beyond the right edge) or "failed" (all
/// runs). Otherwise the method would seem to be missing.
std::vector<PanelWord> edge_words(const FigureRow& row, const Panel& panel, const AxisRange& x);

}  // namespace descent
