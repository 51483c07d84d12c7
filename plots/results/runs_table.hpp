#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/drawing.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// The columns of runs.csv: result_columns() and the method's label, in another order: identity, times and
/// work, values.
std::vector<std::string> runs_table_columns();

/// Writes FOLDER/runs.csv, whole or not at all: the rows of all runs that the manifest names and that are
/// done, in its order. Throws ResultFileError.
void write_runs_table(const DrawnFolder& folder, const ResultsFolder& results);

}  // namespace descent
