#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/records/result_schema.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// More than any file of a run has.
inline constexpr std::uint64_t most_bytes_of_a_run = 256 << 20;

/// The text of a file. Throws DamagedRun if it has another checksum or more than most_bytes_of_a_run.
std::string checked_text(const std::filesystem::path& path, const std::string& sha256);

/// FOLDER/runs/ID.csv
std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id);

/// A run in a results folder.
struct RunFile {
  std::vector<ResultRow> rows;
  std::string sha256;        ///< of the file
  RunProvenance provenance;  ///< has sha256 as its checksum `rows` or `former_rows`

  const RunChecksums& checksums() const { return provenance.checksums; }
};

/// The rows of FOLDER/runs/ID.csv and their provenance. Throws DamagedRun if the provenance is missing or has
/// another checksum, the rows are not all of this run, or a finite objective contradicts the suboptimality or
/// the certified bound by more than rounding. Throws ResultFileError if the file cannot be read.
RunFile read_run(const std::filesystem::path& folder, const std::string& id);

/// Throws DamagedRun unless all rows of `file` have the same setup time, as they have if the method does not
/// restart.
void require_one_setup(const std::vector<ResultRow>& rows, const std::filesystem::path& file);

}  // namespace descent
