#pragma once

#include "experiments/run/experiment.hpp"
#include "experiments/run/run_states.hpp"

namespace descent {

/// Carries out the runs that are due and keeps each when it ends. Unless quiet, prints finally what measuring
/// itself cost. Adds unwell runs to `runs.unwell`, and counts completed runs in `ended`. Throws Interruption
/// if the program is stopped.
void measure_runs(const Experiment& experiment, const RunSettings& settings, RunStates& runs,
                  std::size_t& ended);

}  // namespace descent
