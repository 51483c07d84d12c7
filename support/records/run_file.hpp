#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/records/record.hpp"
#include "support/records/result_schema.hpp"

namespace descent {

/// The machine around a run. Nothing is corrected by it.
struct RunSurroundings {
  double load = 0;                    ///< processes that wanted to run before it: mean of a minute
  std::uint64_t runs_beside = 0;      ///< of the same command at the same time, at most
  std::uint64_t cache_shared_by = 0;  ///< the most of these that use the last-level cache of its core
  std::uint64_t throttles = 0;        ///< times that its core was slowed down for heat meanwhile
  double steal_seconds = 0;           ///< that another virtual machine had its core meanwhile
  std::uint64_t switches = 0;         ///< times that it had to leave its core meanwhile

  friend bool operator==(const RunSurroundings&, const RunSurroundings&) = default;
  static Fields<RunSurroundings> fields();
};

/// A file of a run is missing beside the other, or is not what was written.
class DamagedRun : public ResultFileError {
 public:
  /// "FILE: damaged, run again"; `place` may also say where in the file.
  explicit DamagedRun(const std::string& place) : ResultFileError("{}: damaged, run again", place) {}
};

/// FOLDER/provenance/ID.json
std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id);

/// SHA-256 of runs/ID.csv.
struct RunChecksums {
  std::string rows;
  static Fields<RunChecksums> fields();
};

/// FOLDER/provenance/ID.json: how a run was carried out.
struct RunProvenance {
  std::string id;
  std::string what{};              ///< in words
  Json identity = Json::object();  ///< from which the id follows
  Json program = Json::object();   ///< the build of descent that carried out the run
  Json machine = Json::object();   ///< on which the run was carried out
  std::string ended;               ///< UTC
  Json costs{};                    ///< of measuring, memory included; null for a run that failed
  std::string data_file{};         ///< path of the data, if the dataset was given by its path
  std::string test_file{};         ///< path of the test rows, if they were in a file of their own
  std::string row_weights_file{};  ///< path of the row weights, if they were in a file
  std::string program_file{};      ///< path of the external program, if it was one
  RunChecksums checksums{};
  std::vector<double> decision_line{};            ///< w1, w2, intercept; empty: not asked for
  std::optional<RunSurroundings> surroundings{};  ///< none for a run that failed

  /// The processor's model; empty if it is not known.
  std::string processor() const { return machine.value("processor", ""); }
  static Fields<RunProvenance> fields();
};

/// Throws DamagedRun if the file is missing or no provenance.
RunProvenance read_provenance(const std::filesystem::path& folder, const std::string& id);

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

/// The same; empty if the run has no rows. Also throws ResultFileError for a file that cannot be replaced,
/// and ConfigError if it cannot be looked up.
std::optional<RunFile> find_run(const std::filesystem::path& folder, const std::string& id);

/// Writes the provenance with the checksum of the rows, then the rows, which complete the run. A run that is
/// replaced counts as damaged if the process is killed between the two files, and any run whose files a power
/// failure cut off. Both folders must exist. Throws ResultFileError.
void write_run(const std::filesystem::path& folder, RunFile run,
               AfterPowerFailure wanted = AfterPowerFailure::anything);

}  // namespace descent
