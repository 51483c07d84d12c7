#pragma once

#include "experiments/run/experiment.hpp"
#include "experiments/run/run_states.hpp"

namespace descent {

/// Carries out what is to do, keeps every run in the results folder as soon as it is done, and says in the
/// end, unless quiet, what the measuring itself has cost. Adds runs that did not end well to `runs.unwell`,
/// and counts those that ended in `ended`. Throws Interruption when the program is told to stop meanwhile.
void measure_runs(const Experiment& experiment, const RunSettings& settings, RunStates& runs,
                  std::size_t& ended);

}  // namespace descent
