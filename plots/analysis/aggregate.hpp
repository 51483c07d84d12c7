#pragma once

#include <vector>

#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// Averages the seeds of each dataset × regulariser × λ × method × variant with runs (RunGroup): λ in the
/// order of the runs, the rest in the manifest's order.
///
/// A group's grid is 0 and 50 geometric positions on the manifest's axis. The first is where every run that
/// has a positive checkpoint with a finite objective has reached its first one; the last is the latest
/// checkpoint. Runs are interpolated there (see Series). A run that ended by budget, convergence, stalling or
/// its limit keeps its last value to the grid's end. A failed or diverged run counts until its last
/// checkpoint with a finite objective, then among `failed_runs`; `runs` and `failed_runs` add up to all runs
/// at every point. A group whose runs all failed at once keeps its point 0.
///
/// If the method restarts, point k is at the mean time of the runs' k-th checkpoints, which share a
/// tolerance: between tolerances there is nothing to interpolate. The points end when the first run has used
/// up its budget.
std::vector<CurvePoint> aggregate(const GroupedResults& results);

/// The same with the grid on another axis.
std::vector<CurvePoint> aggregate(const GroupedResults& results, Axis axis);

/// True if checkpoints of different runs have equal numbers of updates, and all of these equal objectives,
/// bit for bit. Runs of a randomised method differ there. Needs at least two runs.
bool runs_agree(const RunGroup& group);

}  // namespace descent
