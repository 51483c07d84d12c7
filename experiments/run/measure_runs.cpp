// Carries out runs and keeps each when it ends (experiment.hpp).

#include "experiments/measure/surroundings.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/run_store.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/signal_watch.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// Removes what runs of a killed process left behind; Drawing does the rest.
void tidy(const std::filesystem::path& folder) {
  for (const char* written : {"runs", "provenance"}) remove_abandoned_files(folder / written);
  remove_abandoned_temporary_folders();
}

/// Carries out a run in its process, keeps it and returns its status.
std::string measure_run(const Experiment& experiment, const CurrentProblem& current, const RunSpec& spec) {
  const RunSettings& settings = experiment.settings;
  const bool is_alone = processes_of(spec.options) > 1;
  const int beside = is_alone ? 0 : settings.jobs.at_once - cores_of(spec.options);
  const SurroundingsWatch watch(static_cast<std::uint64_t>(beside));
  const RunRecord record = current.carry_out(spec, settings.folder / "runs");
  store_run(settings.folder, spec, record.rows, record.costs,
            line_of(experiment.config, spec, record.final_weights), watch.end());
  return record.rows.back().status;
}

/// Keeps a failure, and prints and adds a run that did not end well.
void finish_run(const Experiment& experiment, const RunSpec& spec, const std::string& answer,
                const std::string& failure, std::vector<FailedRun>& unsuccessful) {
  const std::string status = failure.empty() ? answer : keep_failure(experiment, spec, failure);
  if (!failure.empty()) remove_abandoned_temporary_folders();
  if (!run_status::is_failed(status) && status != run_status::diverged) return;
  unsuccessful.push_back({run_id(spec), spec.what(), status});
  print_error("{}: {}\n", spec.what(), status);
}

}  // namespace

void measure_runs(const Experiment& experiment, RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  CurrentProblem current;
  runs.to_do = interleaved(std::move(runs.to_do));
  std::vector<Job> jobs;
  for (const RunSpec& spec : runs.to_do)
    jobs.push_back({.what = spec.description(),
                    .cost = cost_of(spec),
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return measure_run(experiment, current, spec); },
                    .finished =
                        [&](const std::string& answer, const std::string& failure) {
                          finish_run(experiment, spec, answer, failure, runs.unsuccessful);
                        }});
  tidy(settings.folder);
  try {
    carry_out(jobs, settings.jobs);
  } catch (const Interruption&) {
    tidy(settings.folder);
    throw;
  }
}

}  // namespace descent
