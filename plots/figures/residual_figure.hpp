#pragma once

#include <optional>

#include "plots/gnuplot/figure_writer.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

inline constexpr const char* residual_suffix = "-residuals";  ///< of the files' names

/// NAME-residuals: a panel for every method and problem whose first run (seed) has residuals, primal and
/// dual, on a logarithmic axis over inner iterations. Each checkpoint that completed an outer iteration gives
/// a point. Empty if no run has residuals.
std::optional<Figure> residual_figure(const GroupedResults& results);

}  // namespace descent
