#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/lambda_path.hpp"
#include "plots/results/csv_table.hpp"
#include "plots/results/drawing.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// The columns of lambda_path.csv: those of time_to_target.csv and λ m.
const std::vector<Column<LambdaPathRow>>& lambda_path_columns();

/// CPU seconds, or passes, of one path: a row a method, a column a λ; entries as in the tables of times to
/// targets, "?" where there is no certificate or no run.
TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis);

/// Writes FOLDER/tables/lambda_path.csv, .md and .tex and returns their paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_lambda_path_tables(const DrawnFolder& folder,
                                                            const Manifest& manifest,
                                                            std::span<const LambdaPath> paths);

}  // namespace descent
