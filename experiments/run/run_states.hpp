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
#include "plots/results/result_schema.hpp"

namespace descent {

/// A run that is in the results folder with a status that nobody wants to see.
struct FailedRun {
  std::string id;
  std::string what;    ///< problem or dataset, method and seed
  std::string status;  ///< "diverged" or "failed: reason"
};

/// What a results folder holds of a planned run.
enum class RunState {
  left_out,  ///< the filter does not want it: at most its bound is brought up to date
  done,
  missing,
  failed,    ///< to be tried again
  outdated,  ///< to be repeated: damaged, held against another bound than today's (under L1 also where its
             ///< rows have today's without the support of w*), or without provenance or decision line
};

/// A plan held against what a results folder holds already.
struct RunStates {
  std::vector<std::string> ids;  ///< of the plan's runs; of one on another processor the id that it has there
  std::vector<RunState> states;  ///< of the plan's runs
  std::vector<RunSpec> to_do;    ///< those that are to be carried out: missing, failed or outdated
  std::vector<FailedRun> unwell;     ///< among the done ones: they have diverged
  std::vector<std::string> damages;  ///< of files whose runs are to be repeated, a sentence each
};

/// The problems of the runs that the filter wants, whose certified optima are needed. A run of which a radius
/// is not known yet has no id yet, and may be one that the filter names. Throws ConfigError when the filter
/// names a run that cannot be in the plan.
std::vector<ProblemSpec> wanted_problems(const Plan& plan, const RunFilter& filter);

/// Looks every run up in the settings' folder, under the ids that it has on their processors. One that was
/// held against another bound than the one known now gets the new one, left out or not, unless it contradicts
/// that; under L1 it then lacks what only its iterates tell, what they share with the support of w*.
/// `may_write` false leaves its file alone. Throws ConfigError when the filter names a run that
/// cannot be in the plan, and ResultFileError for a file that cannot be read.
RunStates look_up_runs(const Plan& plan, const RunSettings& settings, const DecisionLines& decision_lines,
                       bool may_write);

/// Keeps a run under its id: its provenance, then its rows, with which it is complete; `weights` is the
/// checksum of its file of weights, if it has one. Throws ResultFileError.
void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, const std::string& weights);

/// Keeps that the process of a run has failed, unless its rows are there: one that was killed when they were
/// has done its work, and a repetition under a newer bound must not cost those that it was to replace, if it
/// has not shown them to be wrong by contradicting the bound. Returns the status that the run has now. Throws
/// ResultFileError.
std::string keep_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& failure,
                         const DecisionLines& decision_lines);

}  // namespace descent
