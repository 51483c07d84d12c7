#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plots/results/curves.hpp"
#include "plots/results/run_groups.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {

/// Averages the seeds of each dataset × regulariser × λ × method × variant ("cell") that has runs: λ in the
/// order of the runs, the others in that of the manifest.
///
/// A cell's grid is 0 and 50 geometric positions on the manifest's axis. The first is where every run that
/// has a positive checkpoint with a finite objective has reached its first one, the last is the latest
/// checkpoint. Each run is interpolated at them (see Series). A run that ended by its budget, converged,
/// stalled or came to its limit keeps its last value to the grid's end. A run that failed or diverged counts
/// before its last checkpoint with a finite objective and from there on among `failed_runs`, so that `runs`
/// and `failed_runs` add up to all runs of the cell at every point. A cell whose runs all failed at once
/// keeps its point 0.
///
/// Where the method restarts, point k is the runs' k-th checkpoint, which all of them owe to the same
/// tolerance, at the mean of their times: between two tolerances there is nothing to interpolate. The points
/// end where the first run has used up its budget.
std::vector<CurvePoint> aggregate(const GroupedResults& results);

/// True if some checkpoints of different runs have as many updates, and all such ones the same objective to
/// the bit. Runs of a method that draws random numbers differ there; two runs at least are needed.
bool runs_agree(const RunGroup& cell);

/// A number of a checkpoint, where it has it.
using RowNumber = std::optional<double> (*)(const ResultRow&);

/// The number in each of a cell's runs as aggregate() takes it, over what its grid counts: the axis, or the
/// checkpoints of a method that restarts. A series has the rows up to the first objective that is not finite,
/// and holds unless the run failed or diverged.
std::vector<Series> series_of_runs(const RunGroup& cell, Axis axis, RowNumber number);

/// Of those runs that reach x.
std::vector<double> values_at(std::span<const Series> runs, double x);

}  // namespace descent
