#pragma once

#include <span>

#include "experiments/plan/plan.hpp"
#include "experiments/run/planned_work.hpp"
#include "experiments/run/run_settings.hpp"

namespace descent {

/// Prints what would run, what is done already, and what the others would take in CPU time, wall time
/// and room on the disk.
void print_dry_run(const Config& config, const PlannedWork& work, std::span<const ProblemSpec> problems,
                   const OptimumStore& references, const RunSettings& settings);

}  // namespace descent
