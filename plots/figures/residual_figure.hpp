#pragma once

#include <filesystem>

#include "plots/results/drawing.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

inline constexpr const char* residual_suffix = "-residuals";  ///< of the files' names

/// Writes FOLDER/figures/NAME-residuals.gp and its data files: a panel for every method and problem whose
/// first run (seed) has residuals, primal and dual, on a logarithmic axis over inner iterations. Each
/// checkpoint that completed an outer iteration gives a point. Writes nothing if no run has residuals. Throws
/// ResultFileError.
DrawnFiles write_residual_figure(const DrawnFolder& folder, const GroupedResults& results);

}  // namespace descent
