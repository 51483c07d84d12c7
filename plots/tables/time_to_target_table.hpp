#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/tables/table_files.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/manifest.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// CPU seconds, or passes, of one problem to the targets on one scale: a row per method, a column per target,
/// and a last column with the cost of tuning. Entries: see time_entry().
TextTable time_table(const Manifest& manifest, std::span<const TimeToTargetRow> problem, Axis axis,
                     TargetScale scale = TargetScale::optimum);

/// Rows of the part's methods.
std::vector<TimeToTargetRow> rows_of_part(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                          const ManifestPart& part);

/// time_to_target.csv and, for each part of the manifest, time_to_target.md and .tex with its suffix. Nothing
/// if no run has a lower bound. Problems whose scales do not differ have only the optimum's scale in .md and
/// .tex.
std::vector<TableFiles> time_to_target_tables(const TimedResults& results);

/// Displayed time to a target: the median with "(10 %–90 % quantile)" as its detail, and "9/10" after that if
/// some runs did not arrive. If the median run did not arrive: "> 5" with "(3/10)" after its budget, "never"
/// if it ended by itself earlier, "failed" if all runs failed. "—": the target lies within the certificate's
/// gap. The best of its column has exactly the median `best`. Order: by median, beyond the budget, never,
/// unknown.
TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best);

/// Order of unknown entries: last.
inline constexpr double unknown_order = 1e300;

/// Meaning of entries, in sentences for readers.
extern const char* const time_entry_legend;

/// "0.3" for an exact amount; "< 0.02", "> 5" or "2…3" within bounds, "never" if infinite, "?" if unknown.
std::string bounds_text(const Bounds& bounds);

/// Minimum of several medians, for bold print. Empty if none is exact, or if another one may be smaller.
std::optional<double> fastest(std::span<const Bounds> medians);

/// Columns of lambda_path.csv: the columns of time_to_target.csv and λ m.
const std::vector<Column<LambdaPathRow>>& lambda_path_columns();

/// CPU seconds, or passes, of one path: a row per method, a column per λ. Entries are as in the tables of
/// times to targets, "?" without a certificate or run.
TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis);

/// lambda_path.csv, .md and .tex.
TableFiles lambda_path_tables(const Manifest& manifest, std::span<const LambdaPath> paths);

}  // namespace descent
