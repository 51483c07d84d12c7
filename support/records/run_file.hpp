#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/records/result_schema.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// FOLDER/runs/ID.csv
std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id);

/// A run in a results folder.
struct RunFile {
  std::vector<ResultRow> rows;
  RunProvenance provenance;
};

/// The rows of FOLDER/runs/ID.csv and their provenance. Throws DamagedRun if the provenance is missing or has
/// another checksum, and ResultFileError if a file cannot be read.
RunFile read_run(const std::filesystem::path& folder, const std::string& id);

}  // namespace descent
