#pragma once

#include "experiments/run/experiment.hpp"
#include "experiments/run/run_states.hpp"

namespace descent {

/// Carries out the runs that are due and keeps each in the results folder when it ends. Unless quiet, prints
/// at the end what the measuring itself cost. Adds runs that did not end well to `runs.unwell`, and counts
/// those that ended in `ended`. Throws Interruption if the program is stopped.
void measure_runs(const Experiment& experiment, const RunSettings& settings, RunStates& runs,
                  std::size_t& ended);

}  // namespace descent
