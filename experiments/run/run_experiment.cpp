
#include <fmt/format.h>

#include <algorithm>

#include "experiments/measure/surroundings.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/planned_manifest.hpp"
#include "experiments/run/run_store.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/process/signal_watch.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

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
    if (spec.allowance.axis == Axis::cpu_seconds && share > longest_) {
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
    if (longest_ > 0) print_output("the longest run beside its budget took {}\n", longest_text_);
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

/// Throws ConfigError if runs that are due need several processes or threads but cannot have them.
void require_processes_of(const Experiment& experiment) {
  const auto has_several = [](const RunSpec& spec) {
    return processes_of(spec.options) > 1 || threads_of(spec.options) > 1;
  };
  if (std::ranges::none_of(experiment.plan.runs, has_several)) return;
  for (const RunSpec& spec : look_up_runs(experiment, false).to_do) {
    require_processes(processes_of(spec.options));
    require_cores(cores_of(spec.options), experiment.settings.jobs.at_once, spec.what());
  }
}

/// True for a run whose radius or end comes from an optimum that could not be computed.
bool waits_for_optimum(const RunSpec& spec) {
  return spec.known_optimum == nullptr &&
         (needs_radius(spec.options) || (spec.allowance.stop_at && can_certify(spec)));
}

/// Carries out the runs that are due and keeps each when it ends. With details, prints finally what measuring
/// itself cost. Adds unsuccessful runs to `runs.unsuccessful`. Throws Interruption if the program is stopped.
void measure_runs(const Experiment& experiment, RunStates& runs) {
  const RunSettings& settings = experiment.settings;
  CurrentProblem current;
  CostSummary summary;
  std::vector<Job> jobs;
  runs.to_do = interleaved(std::move(runs.to_do));
  const auto beside_of = [&](const RunSpec& spec) {
    return processes_of(spec.options) > 1 ? 0 : settings.jobs.at_once - cores_of(spec.options);
  };
  for (const RunSpec& spec : runs.to_do) {
    const auto measure = [&] {
      const SurroundingsWatch watch(static_cast<std::uint64_t>(beside_of(spec)));
      const RunRecord record = current.carry_out(spec, settings.folder / "runs");
      store_run(settings.folder, spec, record.rows, record.costs,
                experiment.decision_lines.line_of(spec, record.final_weights), watch.end());
      return json_text({record.rows.back().status, write_record(record.costs)});
    };
    const auto finished = [&](const std::string& text, const std::string& failure) {
      std::string status;
      if (failure.empty()) {
        const Json answer = Json::parse(text);
        status = answer.at(0);
        summary.add(read_record<RunCosts>(JsonPlace("costs", answer.at(1))), spec);
      } else {
        status = keep_failure(experiment, spec, failure);
        if (program_of(*spec.method) != nullptr || processes_of(spec.options) > 1)
          remove_abandoned_temporary_folders();
      }
      if (run_status::is_failed(status) || status == run_status::diverged) {
        runs.unsuccessful.push_back({run_id(spec), spec.what(), status});
        print_error("{}: {}\n", spec.what(), status);
      }
    };
    jobs.push_back({.what = spec.description(),
                    .cost = cost_of(spec),
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = measure,
                    .finished = finished});
  }
  carry_out(jobs, settings.jobs, settings.later_seconds);
  if (settings.jobs.output == Output::details) summary.print();
}

Outcome complete_runs(const Config& config, const RunSettings& settings) {
  Experiment experiment(config, settings);
  require_processes_of(experiment);
  // Report problems of the folder before the work begins.
  make_folder(settings.folder / "runs");
  make_folder(settings.folder / "provenance");
  experiment.provide_optima();
  RunStates runs = look_up_runs(experiment, true);
  print_damages(runs.damages);
  const std::size_t waiting = std::erase_if(runs.to_do, waits_for_optimum);
  experiment.decision_lines.write_points();
  write_manifest(settings.folder, make_manifest(settings.folder, config, experiment.datasets, experiment.plan,
                                                experiment.optima, runs.ids));
  if (settings.jobs.output == Output::details) print_opening(experiment, runs);
  measure_runs(experiment, runs);
  return {std::move(runs.unsuccessful), std::move(experiment.failed_optima), waiting};
}

}  // namespace

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  const FolderLock lock(settings.folder);
  // Another process may have held the folder until now.
  require_folder_of(config.name, config.path, settings.folder, ResultsKind::runs);
  tidy(config, settings.folder);
  if (lock.interrupted() != 0 && settings.jobs.output != Output::quiet) {
    print_output("{}: process {} did not end its work here and holds no lock; going on from there\n",
                 settings.folder.string(), lock.interrupted());
  }
  Outcome outcome;
  try {
    outcome = complete_runs(config, settings);
  } catch (const Interruption& stop) {
    tidy(config, settings.folder);
    throw Interruption(stop.signal(),
                       fmt::format("{}, and {} goes on from there", stop.what(), settings.again));
  }
  // Before the figures, which may fail too.
  print_unsuccessful(outcome.runs, settings);
  print_failed_optima(outcome, settings);
  const FigureFiles figure = draw_figures(settings.folder, ProcessorModels::one, {},
                                          settings.behind ? settings.behind(settings.folder) : std::nullopt);
  if (settings.jobs.output == Output::details) print_files(figure);
  if (settings.jobs.output == Output::brief) print_end(config, settings.folder, outcome, figure);
  return outcome.count();
}

}  // namespace descent
