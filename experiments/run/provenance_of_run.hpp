#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "plots/results/run_provenance.hpp"

namespace descent {

/// Writes the provenance of a run before its rows: its identity (from which the id follows), where files and
/// an external program lay that were given by their paths, the program and the machine, how fast several
/// processes are connected, when it ended, what it cost, and what its files are. To be called in the process
/// that carried the run out, whose memory is told with the costs; a run that failed has none. The folder
/// provenance/ must be there. Throws ResultFileError.
void write_provenance_of(const RunSpec& spec, const std::filesystem::path& folder,
                         const std::optional<RunCosts>& costs, const RunChecksums& checksums);

/// Throws DamagedRun unless it is that of the run, without which its rows prove nothing: it is missing, lacks
/// something, is another run's, or its identity does not give the id.
void require_provenance(const RunProvenance& provenance, const std::filesystem::path& folder,
                        const std::string& id);

}  // namespace descent
