#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiments/config/tuned_file.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// Carries out the trial runs of a tuning, except runs whose ends are known, under one count.
class TrialRuns {
 public:
  /// `known` are ends of an earlier tuning; each replaces one run.
  TrialRuns(const JobSettings& jobs, TrialEnds known)
      : jobs_(jobs), progress_(jobs.output == Output::quiet), known_(std::move(known)) {}

  /// Adds trials that will be carried out to the progress.
  void expect(std::size_t trials, const TrialBudget& budget) {
    const auto runs = static_cast<std::ptrdiff_t>(trials) * static_cast<std::ptrdiff_t>(budget.seeds);
    progress_.expect(runs, budget.amount * static_cast<double>(runs));
  }

  /// Ends in the order of the runs, which are expected. A failed run is printed and has an infinite objective
  /// and no cost. Throws Interruption as run_in_children() does.
  std::vector<TrialEnd> carry_out(std::span<const RunSpec> runs);

  /// Ends of this tuning's runs and unused known ends, without failed runs.
  TrialEnds ends() const;

  /// Forgets the ends of this tuning's runs: their constants are chosen.
  void forget_ended() { ended_.clear(); }

  /// Takes the progress off the terminal before something is printed.
  void clear_line() { progress_.clear(); }

 private:
  JobSettings jobs_;
  ProgressDisplay progress_;
  TrialEnds known_;
  TrialEnds ended_;
};

}  // namespace descent
