#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "support/records/run_file.hpp"

namespace descent {

// Files of runs: FOLDER/runs/ID.csv, and FOLDER/provenance/ID.json with the checksum of the rows.

/// The run's rows and provenance; empty if there is no file. Throws DamagedRun, ResultFileError for a file
/// that cannot be replaced, and ConfigError if it cannot be looked up.
std::optional<RunFile> kept_run(const std::filesystem::path& folder, const std::string& id);

/// Keeps a run under its id: first its provenance, then its rows, which complete it. The provenance has the
/// identity, which gives the id, paths of files and external program, program, machine, surroundings, end
/// time, costs, checksum and decision line. Call it in the run's process, because the costs include its
/// memory; a failed run has no costs. A run that was there and is replaced counts as damaged if the process
/// is killed between the two files. Both folders must exist. Throws ResultFileError.
void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, std::vector<double> decision_line = {},
               const std::optional<RunSurroundings>& surroundings = {});

/// Keeps a run that failed, with this status. Throws ResultFileError.
void store_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& status);

/// Writes the run's rows, such as those with another bound, and their checksum. Throws ResultFileError.
void store_rows(const std::filesystem::path& folder, RunFile& run);

}  // namespace descent
