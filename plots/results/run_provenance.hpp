#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plots/results/allreduce_probe.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// A file of a run can be read and is not what was written, or is missing beside the others.
class DamagedRun : public ResultFileError {
 public:
  using ResultFileError::ResultFileError;
};

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

/// What a run was. Members that the file does not have are empty, all of them where there is no file.
struct RunProvenance {
  bool exists = false;
  bool has_seal = false;  ///< which proves the other members; files of earlier versions have none
  std::string id;
  Json identity;                 ///< from which the id follows
  Json program;                  ///< that has carried it out
  Json machine;                  ///< and where
  std::string processor;         ///< its model
  std::string ended;             ///< UTC
  std::string data_file;         ///< where the data lay, of a dataset that was given by its path
  std::string row_weights_file;  ///< and where the weights of its rows, if it had a file of them
  std::string program_file;      ///< where the program lay, of an external program
  RunChecksums checksums;
  std::optional<AllreduceProbe> allreduce{};  ///< of several processes
};

/// Throws DamagedRun when there is a file that cannot be read, or was changed after it was written.
RunProvenance read_provenance(const std::filesystem::path& folder, const std::string& id);

/// Throws DamagedRun unless there is such a file: without it a run's rows prove nothing.
void require_provenance_file(const RunProvenance& provenance, const std::filesystem::path& folder,
                             const std::string& id);

/// Writes the file with these checksums; the folder provenance/ must be there. Throws ResultFileError.
void write_provenance(const std::filesystem::path& folder, const std::string& id, Json provenance,
                      const RunChecksums& checksums);

/// Gives a file, which must be there, other checksums, and leaves the rest as it is. Throws ResultFileError.
void replace_checksums(const std::filesystem::path& folder, const std::string& id,
                       const RunChecksums& checksums);

}  // namespace descent
