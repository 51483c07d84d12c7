#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "experiments/config/tuned_file.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// Carries out the trial runs of a problem, except runs whose ends are known.
class TrialRuns {
 public:
  /// `known` are ends of an earlier tuning; each replaces one run.
  TrialRuns(int jobs, bool quiet, TrialEnds known) : jobs_(jobs), quiet_(quiet), known_(std::move(known)) {}

  /// Ends in the order of the runs. A failed run is printed and has an infinite objective and no cost. Throws
  /// Interruption as run_in_children does.
  std::vector<TrialEnd> carry_out(std::span<const RunSpec> runs);

  /// Ends of this tuning's runs and unused known ends, without failed runs.
  TrialEnds ends() const;

  /// Known ends that no run has used: of other problems.
  const TrialEnds& unused() const { return known_; }

 private:
  int jobs_;
  bool quiet_;
  TrialEnds known_;
  TrialEnds ended_;
};

}  // namespace descent
