#pragma once

#include <span>

#include "experiments/plan.hpp"
#include "experiments/planned_work.hpp"
#include "experiments/run_experiment.hpp"

namespace descent {

/// What a run costs, in a unit that the time to go can be estimated from: CPU seconds, or entries touched.
double cost_of(const RunSpec& spec);

/// Prints what would run, what is done already, and what the others would take in CPU time, wall time
/// and room on the disk.
void print_dry_run(const Config& config, const PlannedWork& work, std::span<const ProblemSpec> problems,
                   const References& references, const RunSettings& settings);

}  // namespace descent
