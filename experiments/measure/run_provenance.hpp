#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "plots/results/run_file.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Writes provenance_file(): what a run was, before its rows: its identity (from which the id follows), where
/// files and an external program lay that were given by their paths, the program and the machine, how fast
/// several processes are connected, when it ended, what it cost, and what its files are. To be called in the
/// process that carried the run out, whose memory is told with the costs; a run that failed has none. The
/// folder provenance/ must be there. Throws ResultFileError.
void write_provenance(const std::filesystem::path& folder, const RunSpec& spec,
                      const std::optional<RunCosts>& costs, const RunChecksums& checksums);

/// Gives a run's provenance, which must be there, other checksums, and leaves the rest as it is. Throws
/// ResultFileError.
void replace_checksums(const std::filesystem::path& folder, const std::string& id,
                       const RunChecksums& checksums);

struct RunProvenance {
  std::string id;
  Json identity;  ///< run_identity() when it was carried out
  Json program;   ///< program_and_machine() likewise
  Json machine;
  std::string data_file;         ///< where the data lay, of a dataset that was given by its path
  std::string row_weights_file;  ///< and where the weights of its rows, if it had a file of them
  std::string program_file;      ///< where the program lay, of an external program
};

/// Throws ResultFileError for a file that is missing, damaged, or whose identity does not give its id.
RunProvenance read_provenance(const std::filesystem::path& file);

/// That of a run of a results folder, without which its rows prove nothing. Throws DamagedRun when it is
/// missing, damaged, or that of another run.
RunProvenance read_provenance_of_run(const std::filesystem::path& folder, const std::string& id);

}  // namespace descent
