#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// Writes the provenance of a run before its rows: identity (which gives the id), paths of files and external
/// program, program, machine, speed of the connection between processes, end time, costs and checksums. Call
/// it in the run's process, because the costs include its memory; a failed run has no costs. The folder
/// provenance/ must exist. Throws ResultFileError.
void write_provenance_of(const RunSpec& spec, const std::filesystem::path& folder,
                         const std::optional<RunCosts>& costs, const RunChecksums& checksums);

/// Throws DamagedRun unless the run's ID follows from the identity.
void require_identity(const RunProvenance& provenance, const std::filesystem::path& folder);

}  // namespace descent
