#pragma once

#include <filesystem>

#include "plots/results/drawing.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

inline constexpr const char* residual_suffix = "-residuals";  ///< of its files' name

/// Writes FOLDER/figures/NAME-residuals.gp and its data files: a panel for every method on every problem
/// whose first run (seed) has residuals, with the primal and the dual one on a logarithmic axis over the
/// inner iterations. There is a point for every checkpoint that saw a further outer iteration complete.
/// Nothing when no run has residuals. Throws ResultFileError.
DrawnFiles write_residual_figure(const DrawnFolder& folder, const GroupedResults& results);

}  // namespace descent
