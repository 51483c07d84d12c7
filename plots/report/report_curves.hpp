#pragma once

#include <span>

#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"
#include "plots/results/run_groups.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// The curves of a results folder by problem (dataset, loss, regulariser and λ), for the page's script: what
/// the problem is called, its certificate, and of each method
///  - `points`: mean, median and 10 % and 90 % quantiles of every quantity at the positions of its curve in
///    `averaged`, which are those of curves.csv;
///  - `seeds`: each run's checkpoints, to nine digits, as the quantiles are.
/// A column that no point has is not there. `averaged` is aggregate(results).
Json report_curves(const ResultsFolder& results, std::span<const CurvePoint> averaged);

}  // namespace descent
