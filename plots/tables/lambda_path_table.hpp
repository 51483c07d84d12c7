#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/lambda_path.hpp"
#include "plots/results/drawing.hpp"
#include "support/records/csv_table.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// Columns of lambda_path.csv: the columns of time_to_target.csv and λ m.
const std::vector<Column<LambdaPathRow>>& lambda_path_columns();

/// CPU seconds, or passes, of one path: a row per method, a column per λ. Entries are as in the tables of
/// times to targets, "?" without a certificate or run.
TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis);

/// Writes FOLDER/tables/lambda_path.csv, .md and .tex; returns their paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_lambda_path_tables(const DrawnFolder& folder,
                                                            const Manifest& manifest,
                                                            std::span<const LambdaPath> paths);

}  // namespace descent
