#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "experiments/config/tuned_file.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// Carries out the trial runs of a problem, and does not repeat those whose ends are known.
class TrialRuns {
 public:
  /// `known` are ends of an earlier tuning, each of which stands for one run.
  TrialRuns(int jobs, bool quiet, TrialEnds known) : jobs_(jobs), quiet_(quiet), known_(std::move(known)) {}

  /// The ends, in the order of the runs. A run that failed has an infinite objective and no cost; the failure
  /// is printed. Throws Interruption as run_in_children does.
  std::vector<TrialEnd> carry_out(std::span<const RunSpec> runs);

  /// The ends of this tuning's runs and those that are still only known. A failed run is none.
  TrialEnds ends() const;

 private:
  int jobs_;
  bool quiet_;
  TrialEnds known_;
  TrialEnds ended_;
};

}  // namespace descent
