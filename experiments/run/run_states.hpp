#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/plan/run_filter.hpp"
#include "experiments/run/decision_lines.hpp"
#include "experiments/run/run_settings.hpp"
#include "support/records/result_schema.hpp"

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

/// Problems of the runs that the filter selects, whose optima are needed. A run of unknown radius has no id
/// yet, so the filter may name it. Throws ConfigError if the filter names a run that cannot be in the plan.
std::vector<ProblemSpec> wanted_problems(const Plan& plan, const RunFilter& filter);

/// Looks up every run under its ids for the settings' processors. A run judged with another bound gets the
/// current bound, even if left out, unless it contradicts it. Under L1 it then lacks the overlap with the
/// support of w*, which needs its iterates. Files are not changed if `may_write` is false. Throws ConfigError
/// if the filter names a run that cannot be in the plan, and ResultFileError for an unreadable file.
RunStates look_up_runs(const Plan& plan, const RunSettings& settings, const DecisionLines& decision_lines,
                       bool may_write);

/// Keeps a run under its id: its provenance, then its rows, which complete it. `weights` is the checksum of
/// its weights, if any. Throws ResultFileError.
void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, const std::string& weights);

/// Records a failed run and returns its current status. Complete rows are kept: a process killed after
/// writing them has done its work, and a failed repetition under a newer bound must not delete them. Only a
/// repetition that contradicts the bound replaces them, because it shows them to be wrong. Throws
/// ResultFileError.
std::string keep_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& failure,
                         const DecisionLines& decision_lines);

}  // namespace descent
