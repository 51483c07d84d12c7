// Conditions: circumstances that qualify results, such as failed runs or a shared core (results_folder.hpp).

#include "plots/results/results_folder.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/ranges.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// Every problem that runs are planned on, or that have been run.
std::vector<ProblemKey> problems_of(const ResultsFolder& results) {
  std::vector<ProblemKey> problems;
  const auto add = [&](const ProblemKey& problem) {
    if (!contains(problems, problem)) problems.push_back(problem);
  };
  for (const ManifestRun& planned : results.manifest.runs) add(planned);
  for (const StoredRun& run : results.runs) add(run.rows.front().problem());
  return problems;
}

/// Where the conditions of one problem are added.
struct Problem {
  const Manifest& manifest;
  ProblemKey key;
  std::vector<Condition>& conditions;

  void add(ConditionKind kind, const std::string& detail = "",
           std::size_t method = Condition::all_methods) const {
    conditions.push_back({.kind = kind, .problem = key, .method = method, .detail = detail});
  }
};

void add_conditions_of_data(const Problem& problem) {
  const auto& datasets = problem.manifest.datasets;
  const auto dataset = std::ranges::find(datasets, problem.key.dataset, &ManifestDataset::name);
  if (dataset == datasets.end()) return;
  if (dataset->source == "stand-in") problem.add(ConditionKind::stand_in);
  if (dataset->is_rounded) problem.add(ConditionKind::rounded);
  if (dataset->underflows > 0) problem.add(ConditionKind::underflowed, plural(dataset->underflows, "number"));
}

/// Adds nothing for a constant that was tuned on this data with the configuration's budget.
void add_conditions_of_constants(const Problem& problem) {
  const auto& constants = problem.manifest.constants;
  const bool any_tuned = std::ranges::any_of(
      constants, [](const ManifestConstant& each) { return each.origin.trials.has_value(); });
  for (const ManifestConstant& constant : constants) {
    if (constant != problem.key) continue;
    const auto add_if = [&](bool holds, ConditionKind kind) {
      if (holds)
        problem.add(kind, fmt::format("{} = {:.4g}", constant.option, constant.value),
                    index_of_method(problem.manifest, constant.method, constant.variant));
    };
    add_if(constant.origin.is_default(),
           any_tuned ? ConditionKind::untuned_among_tuned : ConditionKind::untuned);
    add_if(constant.origin.other_data, ConditionKind::tuned_on_other_data);
    add_if(constant.origin.other_reading, ConditionKind::tuned_other_reading);
    add_if(constant.origin.other_budget, ConditionKind::tuned_otherwise);
    add_if(!constant.origin.is_default() && !constant.origin.trials, ConditionKind::from_optimum);
  }
}

void add_missing_optimum(const Problem& problem) {
  const auto& optima = problem.manifest.optima;
  const bool may_have_one = problem.key.regularizer == "l1" || problem.key.regularizer == "l2";
  if (may_have_one && !optima.empty() && optimum_of(optima, problem.key) == nullptr)
    problem.add(ConditionKind::uncertified, "F − D* is not known");
}

void add_missing_runs(const Problem& problem, const std::vector<std::string>& missing) {
  std::map<std::size_t, Condition> by_method;
  for (const ManifestRun& planned : problem.manifest.runs) {
    if (planned != problem.key) continue;
    const std::size_t method = index_of_method(problem.manifest, planned.method, planned.variant);
    Condition& condition =
        by_method.try_emplace(method, Condition{ConditionKind::missing, problem.key, method}).first->second;
    ++condition.of_runs;
    if (contains(missing, planned.id)) ++condition.runs;
  }
  for (const auto& [method, condition] : by_method)
    if (condition.runs > 0) problem.conditions.push_back(condition);
}

/// (F(w) − F(w*))/|F(w*)| at the end of a run that its method has ended by itself. Empty if that is within
/// what counts as converged, or if there is no certified optimum to compare with.
std::optional<double> excess_at_own_end(const ResultRow& last, const ManifestOptimum* optimum) {
  if (!run_status::is_own_end(last.status) || optimum == nullptr || !last.objective) return std::nullopt;
  const double excess = excess_over(*optimum, *last.objective);
  return excess > excess_of_converged ? std::optional(excess) : std::nullopt;
}

/// Involuntary switches of threads that each have a core. Their wall time tells nothing about cores, because
/// threads wait for each other.
constexpr double most_switches_a_second = 25;

bool shared_its_core(const StoredRun& run) {
  const ResultRow& last = run.rows.back();
  if (last.threads <= 1U)
    return has_shared_its_core(last.cpu_seconds, last.wall_seconds,
                               static_cast<double>(last.processes.value_or(1)));
  return run.surroundings &&
         static_cast<double>(run.surroundings->switches) > 10 + most_switches_a_second * last.wall_seconds;
}

/// True if the run's core was throttled, or another virtual machine had it for over 1 % of the time.
bool was_hindered(const StoredRun& run) {
  const auto& around = run.surroundings;
  return around && (around->throttles > 0 || around->steal_seconds > 0.01 * run.rows.back().wall_seconds);
}

/// Adds conditions of one method's runs.
void add_conditions_of_runs(const Problem& problem, std::size_t method,
                            const std::vector<const StoredRun*>& runs) {
  std::map<ConditionKind, Condition> found;
  const auto count = [&](ConditionKind kind, bool holds, double excess = 0, const std::string& detail = "") {
    if (!holds) return;
    const Condition none{kind, problem.key, method, detail, 0, runs.size()};
    Condition& condition = found.try_emplace(kind, none).first->second;
    ++condition.runs;
    condition.excess = std::max(condition.excess, excess);
  };
  const ManifestOptimum* const optimum = certificate_of(problem.manifest, problem.key);
  for (const StoredRun* run : runs) {
    const ResultRow& last = run->rows.back();
    const auto excess = excess_at_own_end(last, optimum);
    const double used = last.works_at_once() ? last.wall_seconds : last.cpu_seconds;
    count(ConditionKind::failed, last.status == run_status::diverged || run_status::is_failed(last.status));
    count(ConditionKind::own_end, excess.has_value(), excess.value_or(0));
    count(ConditionKind::several_threads, last.threads > 1U, 0, plural(last.threads.value_or(0), "thread"));
    count(ConditionKind::overrun,
          run->budget > 0 && last.status == run_status::budget && used > most_overrun * run->budget,
          used / run->budget - 1);
    count(ConditionKind::shared_core, shared_its_core(*run));
    count(ConditionKind::shared_cache, run->surroundings && run->surroundings->cache_shared_by > 0);
    count(ConditionKind::hindered, was_hindered(*run));
  }
  for (const auto& [kind, condition] : found) problem.conditions.push_back(condition);
}

/// Adds a condition that names the runs' processors or builds, if the known ones differ.
void add_differing(const Problem& problem, ConditionKind kind, std::set<std::string> names) {
  names.erase("");
  if (names.size() > 1) problem.add(kind, fmt::format("{}", fmt::join(names, " and ")));
}

}  // namespace

std::vector<Condition> conditions_of(const ResultsFolder& results) {
  std::vector<Condition> conditions;
  for (const ProblemKey& key : problems_of(results)) {
    const Problem problem{results.manifest, key, conditions};
    add_conditions_of_data(problem);
    add_conditions_of_constants(problem);
    add_missing_optimum(problem);
    add_missing_runs(problem, results.missing);
    std::map<std::size_t, std::vector<const StoredRun*>> runs_by_method;
    std::set<std::string> processors, builds;
    for (const StoredRun& run : results.runs) {
      const ResultRow& last = run.rows.back();
      if (last.problem() != key) continue;
      runs_by_method[index_of_method(results.manifest, last)].push_back(&run);
      processors.insert(run.processor);
      builds.insert(run.build);
    }
    for (const auto& [method, runs] : runs_by_method) add_conditions_of_runs(problem, method, runs);
    add_differing(problem, ConditionKind::processors, std::move(processors));
    add_differing(problem, ConditionKind::builds, std::move(builds));
  }
  return conditions;
}

}  // namespace descent
