#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "plots/results/run_provenance.hpp"

namespace descent {

/// Writes the provenance of a run before its rows: its identity (from which the ID follows), the paths of
/// files and an external program that were given by paths, the program and the machine, the connection of
/// several processes, the end, the costs (none if the run failed) and the checksums. Call it in the process
/// that carried out the run, whose peak memory it records. The folder provenance/ must exist. Throws
/// ResultFileError.
void write_provenance_of(const RunSpec& spec, const std::filesystem::path& folder,
                         const std::optional<RunCosts>& costs, const RunChecksums& checksums);

/// Throws DamagedRun unless the run's ID follows from the identity.
void require_identity(const RunProvenance& provenance, const std::filesystem::path& folder);

}  // namespace descent
