#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// Keeps a run under its id, as write_run() does. The provenance has the identity, which gives the id, paths
/// of files and external program, program, machine, surroundings, end time, costs and decision line. Call it
/// in the run's process, because the costs include its memory; a failed run has no costs.
void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, std::vector<double> decision_line = {},
               const std::optional<RunSurroundings>& surroundings = {});

/// Keeps a run that failed, with this status. Throws ResultFileError.
void store_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& status);

}  // namespace descent
