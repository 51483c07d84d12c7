#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/results/allreduce_probe.hpp"
#include "plots/results/result_schema.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// A file of a run can be read and is not what was written, or is missing beside the others.
class DamagedRun : public ResultFileError {
 public:
  using ResultFileError::ResultFileError;
};

/// FOLDER/runs/ID.csv
std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id);

/// FOLDER/provenance/ID.json
std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id);

/// What the provenance of a run says that the SHA-256 of its files is; empty where it says nothing.
struct RunChecksums {
  std::string rows;         ///< of runs/ID.csv
  std::string former_rows;  ///< the same, of the file in whose place that one was put, or still is to be
  std::string weights;      ///< of runs/ID.weights
};

/// Under the key "sha256" of a provenance.
constexpr const char* checksums_key = "sha256";
Json to_json(const RunChecksums& checksums);

/// All empty when the provenance is missing, or is older than checksums. Throws DamagedRun when there is one
/// that cannot be read.
RunChecksums read_checksums(const std::filesystem::path& folder, const std::string& id);

/// What a results folder holds of a run.
struct RunFile {
  std::vector<ResultRow> rows;
  std::string sha256;      ///< of the file
  RunChecksums checksums;  ///< of the provenance: `rows` or `former_rows` is sha256, or both are empty
  std::string processor;   ///< the model that it was carried out on; empty where the provenance does not say
  std::optional<AllreduceProbe> allreduce{};  ///< of several processes, where the provenance says it

  bool has_checksum() const { return !checksums.rows.empty(); }
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
