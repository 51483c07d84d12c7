#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plots/results/curves.hpp"
#include "plots/results/run_groups.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {

/// Averages the seeds of each dataset × regulariser × λ × method × variant ("cell") with runs: λ in the order
/// of the runs, the rest in the manifest's order.
///
/// A cell's grid is 0 and 50 geometric positions on the manifest's axis. The first is where every run that
/// has a positive checkpoint with a finite objective has reached its first one; the last is the latest
/// checkpoint. Runs are interpolated there (see Series). A run that ended by budget, convergence, stalling or
/// its limit keeps its last value to the grid's end. A failed or diverged run counts until its last
/// checkpoint with a finite objective, then among `failed_runs`; `runs` and `failed_runs` add up to all runs
/// at every point. A cell whose runs all failed at once keeps its point 0.
///
/// If the method restarts, point k is at the mean time of the runs' k-th checkpoints, which share a
/// tolerance: between tolerances there is nothing to interpolate. The points end when the first run has used
/// up its budget.
std::vector<CurvePoint> aggregate(const GroupedResults& results);

/// True if checkpoints of different runs have equal numbers of updates, and all of these equal objectives,
/// bit for bit. Runs of a randomised method differ there. Needs at least two runs.
bool runs_agree(const RunGroup& cell);

/// A number of a checkpoint, if it has one.
using RowNumber = std::optional<double> (*)(const ResultRow&);

/// The number in each of a cell's runs, as in aggregate(): over the axis, or over checkpoints for a method
/// that restarts. A series ends before the first non-finite objective, and holds its last value unless the
/// run failed or diverged.
std::vector<Series> series_of_runs(const RunGroup& cell, Axis axis, RowNumber number);

/// Values of the runs that reach x.
std::vector<double> values_at(std::span<const Series> runs, double x);

}  // namespace descent
