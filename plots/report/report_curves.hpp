#pragma once

#include <span>

#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Curves of a results folder by problem (dataset, loss, regulariser and λ), for the page's script: the
/// problem's name, its certificate, and for each method
///  - `points`: mean, median and 10 % and 90 % quantiles of every quantity at the positions of its curve in
///    `averaged`, as in curves.csv;
///  - `seeds`: each run's checkpoints, to nine digits like the quantiles.
/// Columns without values are omitted. `averaged` is aggregate(results).
Json report_curves(const GroupedResults& results, std::span<const CurvePoint> averaged);

}  // namespace descent
