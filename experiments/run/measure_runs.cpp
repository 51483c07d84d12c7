// Carries out runs and keeps each when it ends (experiment.hpp).

#include <fmt/format.h>

#include <algorithm>

#include "experiments/measure/surroundings.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/run_store.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/program/described_program.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/signal_watch.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// The report of a run's process.
struct RunEnd {
  std::string status;
  RunCosts costs;

  static Fields<RunEnd> fields() {
    return {in_json("status", "", &RunEnd::status), in_json("costs", "", &RunEnd::costs)};
  }
};

/// Removes half-written files of runs that a killed process left behind; Drawing does the rest.
void tidy(const Config& config, const std::filesystem::path& folder) {
  for (const char* written : {"runs", "provenance"}) remove_abandoned_files(folder / written);
  const bool has_programs = std::ranges::any_of(
      config.methods, [](const MethodEntry& entry) { return program_of(*entry.method) != nullptr; });
  if (has_programs) remove_abandoned_temporary_folders();
}

/// Costs of the runs, for the report on the cost of measuring.
class CostSummary {
 public:
  void add(const RunCosts& costs, const RunSpec& spec) {
    sum_.billed_seconds += costs.billed_seconds;
    sum_.clock_seconds += costs.clock_seconds;
    sum_.copy_seconds += costs.copy_seconds;
    sum_.evaluation_seconds += costs.evaluation_seconds;
    const double share = costs.total_seconds / spec.allowance.amount;
    if (spec.allowance.axis == Axis::cpu_seconds && share > std::max(1.0, longest_)) {
      longest_ = share;
      longest_text_ = fmt::format("{:.2g} s of wall time, all included, for a budget of {:.2g} s: {}",
                                  costs.total_seconds, spec.allowance.amount, spec.what());
    }
    if (threads_of(spec.options) <= 1 &&
        has_shared_its_core(costs.billed_seconds, costs.wall_seconds, processes_of(spec.options)))
      contended_.push_back(spec.what());
  }

  void print() const {
    if (sum_.billed_seconds == 0) return;
    constexpr double least_seconds = 0.1;  // below this, percentages mean nothing
    const auto percent = [&](double seconds) { return 100 * seconds / sum_.billed_seconds; };
    if (sum_.billed_seconds < least_seconds)
      print_output("billed {:.3f} s of CPU time\n", sum_.billed_seconds);
    else
      print_output(
          "billed {:.1f} s of CPU time; reading clocks {:.2f} % of it; besides it: copying iterates {:.2f} "
          "%, evaluating them {:.1f} %\n",
          sum_.billed_seconds, percent(sum_.clock_seconds), percent(sum_.copy_seconds),
          percent(sum_.evaluation_seconds));
    if (longest_ > 0) print_output("the run that most exceeded its budget took {}\n", longest_text_);
    if (contended_.empty()) return;
    print_output("{} waited for the processor (wall time over 5 % above CPU time), the first: {}\n",
                 plural(contended_.size(), "run"), contended_.front());
  }

 private:
  RunCosts sum_;
  double longest_ = 0;  ///< largest wall time of a run, as a multiple of its budget
  std::string longest_text_;
  std::vector<std::string> contended_;
};

}  // namespace

void measure_runs(const Experiment& experiment, RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  CurrentProblem current;
  CostSummary summary;
  std::vector<Job> jobs;
  runs.to_do = interleaved(std::move(runs.to_do));
  const auto beside_of = [&](const RunSpec& spec) {
    return processes_of(spec.options) > 1 ? 0 : settings.jobs.at_once - cores_of(spec.options);
  };
  const auto measure = [&](const RunSpec& spec) {
    const SurroundingsWatch watch(static_cast<std::uint64_t>(beside_of(spec)));
    const RunRecord record = current.carry_out(spec, settings.folder / "runs");
    store_run(settings.folder, spec, record.rows, record.costs,
              experiment.decision_lines.line_of(spec, record.final_weights), watch.end());
    return RunEnd{record.rows.back().status, record.costs};
  };
  const auto finished = [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
    std::string status;
    if (failure.empty()) {
      const auto end = record_in<RunEnd>(answer);
      summary.add(end.costs, spec);
      status = end.status;
    } else {
      status = keep_failure(experiment, spec, failure);
      if (program_of(*spec.method) != nullptr || processes_of(spec.options) > 1)
        remove_abandoned_temporary_folders();
    }
    if (!run_status::is_failed(status) && status != run_status::diverged) return;
    runs.unsuccessful.push_back({run_id(spec), spec.what(), status});
    print_error("{}: {}\n", spec.what(), status);
  };
  for (const RunSpec& spec : runs.to_do)
    jobs.push_back({.what = spec.description(),
                    .cost = cost_of(spec),
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return answer_with(measure(spec)); },
                    .finished = [&](const std::string& answer,
                                    const std::string& failure) { finished(spec, answer, failure); }});
  tidy(experiment.config, settings.folder);
  try {
    carry_out(jobs, settings.jobs, settings.later_seconds);
  } catch (const Interruption&) {
    tidy(experiment.config, settings.folder);
    throw;
  }
  if (settings.jobs.output == Output::details) summary.print();
}

}  // namespace descent
