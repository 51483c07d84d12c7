#pragma once

#include "experiments/run/run_settings.hpp"

namespace descent {

/// Prints what would run, what is done already, and what the others would take in CPU time, wall time and
/// room on the disk. Writes nothing. Throws what run_experiment() throws before any run starts.
void dry_run(const Config& config, const RunSettings& settings);

}  // namespace descent
