#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

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

/// For each grid of λ and axis, the medians of every method over λ m, null where the target is not reached or
/// nothing is known.
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

// Files of plots/report/page/, embedded when the program is built (embed_page.cmake).
extern const std::string_view page_html;  ///< report.html with placeholders {{title}}, {{style}}, {{data}}, …
extern const std::string_view page_style;   ///< report.css
extern const std::string_view page_script;  ///< the scripts, in the required order

/// The page as one HTML file without further requests: plotly.js, the page's script and style, and `data`, to
/// which the tables of axes and of scales of targets are added. Any text in `data` is shown as text, because
/// it reaches the page only as base64 of gzip. Throws ResultFileError if plotly.js cannot be read, and
/// ConfigError if it is another file.
std::string report_page(const std::string& title, Json data, const std::filesystem::path& plotly);

/// Encodes bytes in base64 (RFC 4648, with padding).
std::string base64(std::string_view bytes);

/// Compresses the text as gzip without a time or name, so that equal texts give equal bytes.
std::string gzipped(std::string_view text);

/// Path of plotly.js as installed by distributions. Throws ConfigError with the package's name if it is
/// missing.
std::filesystem::path installed_plotly();

}  // namespace descent
