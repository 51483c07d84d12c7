#include "experiments/run/measure_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "experiments/plan/run_identity.hpp"
#include "experiments/run/run_in_parallel.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/program/described_program.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/json_text.hpp"
#include "support/terminal/print_output.hpp"
#include "support/terminal/progress.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

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
    if (has_shared_its_core(costs.billed_seconds, costs.wall_seconds, processes_of(spec.options)))
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
          "%, "
          "evaluating them {:.1f} %\n",
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

/// Text that a child returns for a successful run: how it ended and its costs.
std::string answer_of(const RunRecord& record) {
  const RunCosts& costs = record.costs;
  return json_text({record.rows.back().status, costs.billed_seconds, costs.wall_seconds, costs.clock_seconds,
                    costs.copy_seconds, costs.evaluation_seconds, costs.total_seconds});
}

RunCosts costs_of(const Json& answer) {
  return {answer.at(1), answer.at(2), answer.at(3), answer.at(4), answer.at(5), answer.at(6)};
}

}  // namespace

void measure_runs(const Experiment& experiment, const RunSettings& settings, RunStates& runs,
                  std::size_t& ended) {
  const double total = std::accumulate(runs.to_do.begin(), runs.to_do.end(), 0.0,
                                       [](double sum, const RunSpec& spec) { return sum + cost_of(spec); });
  ProgressDisplay progress(runs.to_do.size(), total, settings.quiet, settings.later_seconds);
  CostSummary summary;
  const auto keep = [&](const RunSpec& spec, const RunRecord& record) {
    const std::string& id = record.rows.front().run_id;
    const std::string weights = experiment.decision_lines.keep(spec, id, record.final_weights);
    store_run(settings.folder, spec, record.rows, record.costs, weights);
    return answer_of(record);
  };
  const auto finished = [&](const RunSpec& spec, const std::string& text, const std::string& failure) {
    std::string status;
    if (failure.empty()) {
      const Json answer = Json::parse(text);
      status = answer.at(0);
      summary.add(costs_of(answer), spec);
    } else {
      status = keep_failure(settings.folder, spec, failure, experiment.decision_lines);
      if (program_of(*spec.method) != nullptr || processes_of(spec.options) > 1)
        remove_abandoned_temporary_folders();
    }
    if (run_status::is_failed(status) || status == run_status::diverged) {
      runs.unwell.push_back({run_id(spec), spec.what(), status});
      progress.note(fmt::format("{}: {}", spec.what(), status));
    }
    progress.finished(cost_of(spec), spec.description());
    ++ended;
  };
  // Runs in several processes get all cores, one after the other, while no other run is active.
  const auto first_in_several =
      std::stable_partition(runs.to_do.begin(), runs.to_do.end(),
                            [](const RunSpec& spec) { return processes_of(spec.options) == 1; });
  run_in_parallel(std::span(runs.to_do.begin(), first_in_several), settings.jobs, settings.folder / "runs",
                  keep, finished, settings.limits);
  run_in_parallel(std::span(first_in_several, runs.to_do.end()), 1, settings.folder / "runs", keep, finished,
                  settings.limits);
  if (settings.prints_details()) summary.print();
}

}  // namespace descent
