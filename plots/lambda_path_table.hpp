#pragma once

#include <filesystem>
#include <vector>

#include "plots/csv_table.hpp"
#include "plots/drawn_files.hpp"
#include "plots/lambda_path.hpp"
#include "plots/text_table.hpp"

namespace descent {

/// The columns of lambda_path.csv: those of time_to_target.csv and λ m.
const std::vector<Column<LambdaPathRow>>& lambda_path_columns();

/// CPU seconds, or passes, of one path: a row a method, a column a λ; entries as in the tables of times to
/// targets, "?" where there is no certificate or no run.
TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis);

/// Writes DIR/tables/lambda_path.csv, .md and .tex and the script of the figure NAME-lambda-path; nothing
/// when there is no path. Throws ResultFileError.
DrawnFiles write_lambda_path(const std::filesystem::path& folder, const ResultsFolder& results);

}  // namespace descent
