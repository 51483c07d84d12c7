#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/result_schema.hpp"

namespace descent {

/// The rows of FOLDER/runs/ID.csv. More than read_rows() asks: they are all of one run, whose id is the
/// file's name, and where the objective is finite, the suboptimality is what it has above the certified
/// bound, which it is not below by more than rounding. Throws ResultFileError.
std::vector<ResultRow> read_run(const std::filesystem::path& folder, const std::string& id);

}  // namespace descent
