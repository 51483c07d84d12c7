#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/result_schema.hpp"
#include "plots/results/run_provenance.hpp"

namespace descent {

/// More than any file of a run has.
inline constexpr std::uint64_t most_bytes_of_a_run = 256 << 20;

/// The text of a file; throws DamagedRun when it is not that of the checksum, if there is one, or has more
/// than most_bytes_of_a_run.
std::string checked_text(const std::filesystem::path& path, const std::string& sha256);

/// FOLDER/runs/ID.csv
std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id);

/// What a results folder holds of a run.
struct RunFile {
  std::vector<ResultRow> rows;
  std::string sha256;        ///< of the file
  RunProvenance provenance;  ///< whose checksum `rows` or `former_rows` is sha256, or both are empty

  const RunChecksums& checksums() const { return provenance.checksums; }
  bool has_checksum() const { return !checksums().rows.empty(); }
};

/// The rows of FOLDER/runs/ID.csv. More than read_rows() asks: the file's checksum is that of the provenance,
/// the rows are all of one run, whose id is the file's name, and where the objective is finite, the
/// suboptimality is what it has above the certified bound, which it is not below by more than rounding.
/// Throws DamagedRun, and ResultFileError when the file cannot be read at all.
RunFile read_run(const std::filesystem::path& folder, const std::string& id);

/// For the rows of a method that does not restart, whose setup is that of its one start: throws DamagedRun
/// when `file` tells of several.
void require_one_setup(const std::vector<ResultRow>& rows, const std::filesystem::path& file);

}  // namespace descent
