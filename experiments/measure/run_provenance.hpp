#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// FOLDER/provenance/ID.json: what the run of that id was, written before its rows: its identity (from which
/// the id follows), where a data file or an external program lay that was given by its path, the program and
/// the machine, when it ended and what it cost.
std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id);

/// To be called in the process that carried the run out, whose memory is told with the costs; a run that
/// failed has none. The folder provenance/ must be there. Throws ResultFileError.
void write_provenance(const std::filesystem::path& folder, const RunSpec& spec,
                      const std::optional<RunCosts>& costs);

struct RunProvenance {
  std::string id;
  Json identity;  ///< run_identity() when it was carried out
  Json program;   ///< program_and_machine() likewise
  Json machine;
  std::string data_file;     ///< where the data lay, of a dataset that was given by its path
  std::string program_file;  ///< where the program lay, of an external program
};

/// Throws ResultFileError for a file that is missing, damaged, or whose identity does not give its id.
RunProvenance read_provenance(const std::filesystem::path& file);

}  // namespace descent
