#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/tuned_file.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/plan/plan.hpp"

namespace descent {

/// A run of a trial.
struct TrialRun {
  RunSpec spec;
  std::uint64_t search = 0;  ///< TrialRow::search
  Constants constants = {};
};

/// Carries out the trial runs of a tuning, except runs whose rows are known, under one count.
class TrialRuns {
 public:
  explicit TrialRuns(const JobSettings& jobs) : jobs_(jobs), progress_(jobs.output == Output::quiet) {}

  /// Adds a row of an interrupted tuning; it replaces one run.
  void add_known(TrialRow row);

  /// Adds trials that will be carried out to the progress.
  void expect(std::size_t trials, const TrialBudget& budget) {
    const auto runs = static_cast<std::ptrdiff_t>(trials) * static_cast<std::ptrdiff_t>(budget.seeds);
    progress_.expect(runs, budget.amount * static_cast<double>(runs));
  }

  /// Rows in the order of the runs, which are expected. A failed run is printed. Throws Interruption as
  /// run_in_children() does.
  std::span<const TrialRow> carry_out(std::span<const TrialRun> runs);

  /// Rows of the runs that have ended, without failed runs, and unused known rows.
  std::vector<TrialRow> rows() const;

  /// Hands over the rows of the runs that have ended: their constants are chosen.
  std::vector<TrialRow> take_ended() { return std::exchange(ended_, {}); }

  /// Takes the progress off the terminal before something is printed.
  void clear_line() { progress_.clear(); }

 private:
  JobSettings jobs_;
  ProgressDisplay progress_;
  std::multimap<std::string, TrialRow> known_;  ///< by run ID; a repeated run has a row for each time
  std::vector<TrialRow> ended_;                 ///< without a status until a run has ended
};

}  // namespace descent
