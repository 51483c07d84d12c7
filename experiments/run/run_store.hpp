#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// In a provenance, and in the answer of a run's process.
template <>
const Fields<RunCosts>& fields_of();

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

/// Records a failed run and returns its status. Complete rows are kept: a failed repetition under a newer
/// bound must not delete them. Only a repetition that contradicts the bound replaces them, because it shows
/// them to be wrong. Throws ResultFileError.
std::string store_failure(const std::filesystem::path& folder, const RunSpec& spec,
                          const std::string& failure);

/// Writes rows with another bound, and their checksum.
void store_changed_rows(const std::filesystem::path& folder, const std::string& id, RunFile& run);

}  // namespace descent
