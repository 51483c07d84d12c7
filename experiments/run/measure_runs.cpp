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

}  // namespace

void measure_runs(const Experiment& experiment, RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  CurrentProblem current;
  const auto measure = [&](const RunSpec& spec) {
    const bool is_alone = processes_of(spec.options) > 1;
    const int beside = is_alone ? 0 : settings.jobs.at_once - cores_of(spec.options);
    const SurroundingsWatch watch(static_cast<std::uint64_t>(beside));
    const RunRecord record = current.carry_out(spec, settings.folder / "runs");
    store_run(settings.folder, spec, record.rows, record.costs,
              line_of(experiment.config, spec, record.final_weights), watch.end());
    return record.rows.back().status;
  };
  const auto finished = [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
    const std::string status = failure.empty() ? answer : keep_failure(experiment, spec, failure);
    if (!failure.empty()) remove_abandoned_temporary_folders();
    if (!run_status::is_failed(status) && status != run_status::diverged) return;
    runs.unsuccessful.push_back({run_id(spec), spec.what(), status});
    print_error("{}: {}\n", spec.what(), status);
  };
  runs.to_do = interleaved(std::move(runs.to_do));
  std::vector<Job> jobs;
  for (const RunSpec& spec : runs.to_do)
    jobs.push_back({.what = spec.description(),
                    .cost = cost_of(spec),
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return measure(spec); },
                    .finished = [&](const std::string& answer,
                                    const std::string& failure) { finished(spec, answer, failure); }});
  tidy(settings.folder);
  try {
    carry_out(jobs, settings.jobs);
  } catch (const Interruption&) {
    tidy(settings.folder);
    throw;
  }
}

}  // namespace descent
