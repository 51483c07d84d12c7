#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Content of the page for one results folder: problems with curves (report_curves), tables of times,
/// profiles, trials, failures with reasons, appearances of methods, and the manifest without its runs.
/// `results` is read_results_folder(folder); `trials` is described at tuning_trials(). Throws
/// ResultFileError.
Json report_experiment(const std::filesystem::path& folder, const ResultsFolder& results, const Json& trials);

/// time_table() for each problem, scale and axis: column titles, and cells with numbers to sort by.
Json report_times(const TimedResults& results);

/// lambda_path_table() for each grid of λ and axis, and the medians of every method over λ m, null where the
/// target is not reached or nothing is known.
Json report_paths(const TimedResults& results);

/// Content of tables/time_to_target.csv; empty without a certificate.
std::string times_csv(const TimedResults& results);

/// Curves of a results folder by problem (dataset, loss, regulariser and λ), for the page's script: the
/// problem's name, its certificate, and for each method
///  - `points`: mean, median and 10 % and 90 % quantiles of every quantity at the positions of its curve in
///    `averaged`, as in curves.csv;
///  - `seeds`: each run's checkpoints, to nine digits like the quantiles.
/// Columns without values are omitted. `averaged` is aggregate(results).
Json report_curves(const GroupedResults& results, std::span<const CurvePoint> averaged);

}  // namespace descent
