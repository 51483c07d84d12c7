#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "experiments/run/experiment.hpp"
#include "experiments/run/run_experiment.hpp"
#include "experiments/run/run_states.hpp"
#include "support/process/processor.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// What one core of a common machine touches in a second: coordinate descent on data beyond its caches.
constexpr double entries_a_second = 3e8;

double work_seconds(const RunSpec& spec) {
  return spec.allowance.axis == Axis::cpu_seconds ? cost_of(spec) : cost_of(spec) / entries_a_second;
}

/// Each checkpoint's iterate is multiplied by the training rows twice (objective and error) and by the test
/// rows once; bounds cost as much again, now and then.
double evaluation_seconds(const RunSpec& spec) {
  const auto train = static_cast<double>(spec.dataset->train.rows.nonzeros());
  const auto test = static_cast<double>(spec.dataset->test.rows.nonzeros());
  return static_cast<double>(spec.allowance.checkpoints) * (2.2 * train + test) / entries_a_second;
}

/// Rows of about 300 characters, the provenance of about 4,000, and what is drawn.
double bytes_of(const RunSpec& spec) {
  return 300.0 * static_cast<double>(spec.allowance.checkpoints) + 4'000.0;
}
constexpr double bytes_of_figures = 2e6;

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void print_estimate(std::span<const RunSpec> to_do, const RunSettings& settings) {
  double work = 0;
  double evaluation = 0;
  double longest = 0;
  double bytes = bytes_of_figures;
  for (const RunSpec& spec : to_do) {
    work += work_seconds(spec);
    evaluation += evaluation_seconds(spec);
    longest = std::max(longest, work_seconds(spec) + evaluation_seconds(spec));
    bytes += bytes_of(spec);
  }
  const std::size_t cores = std::min(static_cast<std::size_t>(settings.jobs), physical_cores().size());
  const std::size_t at_once = std::max<std::size_t>(1, std::min(cores, to_do.size()));
  const double wall = std::max(longest, (work + evaluation) / static_cast<double>(at_once));
  const bool in_seconds = !to_do.empty() && to_do.front().allowance.axis == Axis::cpu_seconds;
  fmt::print(
      "estimate: {} {} of CPU time billed, {} in all with evaluation; {} of wall time with {} at a "
      "time; {:.1f} MB in {}\n",
      in_seconds ? "at most" : "about", time_text(work), time_text(work + evaluation), time_text(wall),
      plural(at_once, "run"), bytes / 1e6, settings.folder.string());
}

constexpr std::array state_texts{
    std::pair{RunState::done, "done"},
    std::pair{RunState::missing, "to do"},
    std::pair{RunState::failed, "to try again, having failed"},
    std::pair{RunState::outdated, "to repeat"},
    std::pair{RunState::left_out, "left out"},
};

/// "10 runs: 6 done, 4 to do".
std::string counts_text(std::span<const RunState> states) {
  std::vector<std::string> parts;
  for (const auto& [state, text] : state_texts) {
    const auto count = std::ranges::count(states, state);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, text));
  }
  return fmt::format("{}: {}", plural(states.size(), "run"), fmt::join(parts, ", "));
}

/// A line for every dataset and method.
void print_runs(const Plan& plan, const RunStates& runs) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<RunState>> states;
  for (std::size_t k = 0; k < runs.states.size(); ++k) {
    const std::string what = plan.runs[k].description();
    if (states[what].empty()) order.push_back(what);
    states[what].push_back(runs.states[k]);
  }
  for (const std::string& what : order) fmt::print("  {}: {}\n", what, counts_text(states[what]));
}

void print_optima(std::span<const ProblemSpec> problems, const OptimumStore& optima) {
  for (const ProblemSpec& problem : problems) {
    const KnownOptimum* known = optima.find(problem);
    if (known != nullptr)
      fmt::print("  {}: reference optimum {}\n", problem.description(), describe(problem, known->optimum));
    else if (can_certify(problem))
      fmt::print("  {}: reference optimum to be computed, which is not in the estimate\n",
                 problem.description());
    else
      fmt::print("  {}: no solver can certify an optimum\n", problem.description());
  }
}

}  // namespace

void dry_run(const Config& config, const RunSettings& settings) {
  const Experiment experiment(config, settings);
  const RunStates runs =
      look_up_runs(experiment.plan, settings.folder, settings.only, experiment.decision_lines, false);
  for (const std::string& damage : runs.damages) fmt::print("  {}\n", damage);
  fmt::print("{}: {}\n", config.name, counts_text(runs.states));
  print_estimate(runs.to_do, settings);
  print_runs(experiment.plan, runs);
  print_optima(experiment.wanted, experiment.optima);
  for (const RunSpec& spec : experiment.plan.runs) {
    if (spec.seed != config.seeds.front()) continue;
    for (const ChosenConstant& constant : spec.chosen)
      fmt::print("  {}, {} + {}, {}: {}{} {} = {:.4g} ({})\n", spec.dataset->name, name_of(spec.loss),
                 name_of(spec.regularizer), spec.lambda.text, spec.method->name,
                 spec.variant.empty() ? "" : " " + spec.variant, constant.option, constant.value,
                 constant.origin);
  }
}

}  // namespace descent
