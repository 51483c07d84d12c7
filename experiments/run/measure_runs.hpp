#pragma once

#include <string>
#include <vector>

#include "experiments/measure/run_record.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/run_states.hpp"

namespace descent {

/// What the runs of one call of the program have cost, for what it says at its end of its own measuring.
class CostSummary {
 public:
  void add(const RunCosts& costs, const RunSpec& spec);

  /// On standard output; nothing when no run was added.
  void print() const;

 private:
  RunCosts sum_;
  double longest_ = 0;  ///< wall time of a run as a multiple of its budget
  std::string longest_text_;
  std::vector<std::string> contended_;
};

/// How far the work has come, also when it was stopped.
struct WorkDone {
  std::size_t runs = 0;
  CostSummary costs;
};

/// Carries out what is to do and keeps every run in the results folder as soon as it is done; adds those that
/// did not end well to `runs.unwell`. Throws Interruption when the program is told to stop meanwhile.
void measure_runs(const Experiment& experiment, const RunSettings& settings, RunStates& runs, WorkDone& done);

}  // namespace descent
