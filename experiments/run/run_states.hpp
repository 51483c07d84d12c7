#pragma once

#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace descent {

/// A run in the results folder that failed or diverged.
struct FailedRun {
  std::string id;
  std::string what;    ///< problem or dataset, method and seed
  std::string status;  ///< "diverged" or "failed: reason"
};

/// State of a planned run in the results folder.
enum class RunState {
  left_out,  ///< not selected by the filter; at most its bound is updated
  done,
  missing,
  failed,  ///< will be tried again
  /// will be repeated: damaged, without provenance or decision line, or judged with another bound than
  /// today's (under L1 also if its rows have today's bound without the support of w*)
  outdated,
};

/// A plan compared with a results folder.
struct RunStates {
  /// of the plan's runs; a run on another processor has its id for that processor
  std::vector<std::string> ids;
  std::vector<RunState> states;      ///< of the plan's runs
  std::vector<RunSpec> to_do;        ///< missing, failed or outdated
  std::vector<FailedRun> unwell;     ///< completed runs that diverged
  std::vector<std::string> damages;  ///< one sentence for each file whose run is repeated
};

/// Looks up every run of the experiment's plan under its ids for the settings' processors. A run judged with
/// another bound gets the current bound, even if left out, unless it contradicts it. Under L1 it then lacks
/// the overlap with the support of w*, which needs its iterates. Files are not changed if `may_write` is
/// false. Throws ConfigError if the settings select a run that cannot be in the plan, and ResultFileError for
/// an unreadable file.
RunStates look_up_runs(const Experiment& experiment, bool may_write);

/// Records a failed run and returns its current status. If its rows are complete, it is their status: a
/// process killed after writing them has done its work. Throws ResultFileError.
std::string keep_failure(const Experiment& experiment, const RunSpec& spec, const std::string& failure);

}  // namespace descent
