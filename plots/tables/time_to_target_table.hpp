#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/results/drawing.hpp"
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

/// Writes DIR/tables/time_to_target.csv and, for each part of the manifest, time_to_target.md and .tex with
/// its suffix. Returns the paths; empty if no run has a lower bound. Problems whose scales do not differ have
/// only the optimum's scale in .md and .tex. Throws ResultFileError.
std::vector<std::filesystem::path> write_time_to_target(const DrawnFolder& folder,
                                                        const GroupedResults& results);

}  // namespace descent
