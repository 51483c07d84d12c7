// Conditions: circumstances that qualify results, such as failed runs or a shared core (results_folder.hpp).

#include "plots/results/results_folder.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/text/plural.hpp"

namespace descent {
namespace {

using Runs = std::span<const StoredRun>;

/// Every problem that runs are planned on, or that have been run.
std::vector<ProblemKey> problems_of(const Manifest& manifest, Runs runs) {
  std::vector<ProblemKey> problems;
  const auto add = [&](const ProblemKey& problem) {
    if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
  };
  for (const ManifestRun& planned : manifest.runs) add(planned);
  for (const StoredRun& run : runs) add(run.rows.front().problem());
  return problems;
}

void add_conditions_of_data(const Manifest& manifest, const ProblemKey& problem,
                            std::vector<Condition>& conditions) {
  const auto dataset = std::ranges::find(manifest.datasets, problem.dataset, &ManifestDataset::name);
  if (dataset == manifest.datasets.end()) return;
  if (dataset->source == "stand-in")
    conditions.push_back({.kind = ConditionKind::stand_in, .problem = problem});
  if (dataset->is_rounded) conditions.push_back({.kind = ConditionKind::rounded, .problem = problem});
  if (dataset->underflows > 0)
    conditions.push_back({.kind = ConditionKind::underflowed,
                          .problem = problem,
                          .detail = plural(dataset->underflows, "number")});
}

/// Nothing for a constant that was tuned on this data with the configuration's budget, or chosen otherwise.
std::vector<ConditionKind> conditions_of(const ManifestConstant& constant, bool any_tuned) {
  if (constant.origin.is_default())
    return {any_tuned ? ConditionKind::untuned_among_tuned : ConditionKind::untuned};
  std::vector<ConditionKind> kinds;
  if (constant.origin.other_data) kinds.push_back(ConditionKind::tuned_on_other_data);
  if (constant.origin.other_reading) kinds.push_back(ConditionKind::tuned_other_reading);
  if (constant.origin.other_budget) kinds.push_back(ConditionKind::tuned_otherwise);
  return kinds;
}

void add_conditions_of_constants(const Manifest& manifest, const ProblemKey& problem,
                                 std::vector<Condition>& conditions) {
  const bool any_tuned = std::ranges::any_of(
      manifest.constants, [](const ManifestConstant& each) { return each.origin.trials.has_value(); });
  for (const ManifestConstant& constant : manifest.constants) {
    if (constant != problem) continue;
    for (const ConditionKind kind : conditions_of(constant, any_tuned))
      conditions.push_back({.kind = kind,
                            .problem = problem,
                            .method = index_of_method(manifest, constant.method, constant.variant),
                            .detail = fmt::format("{} = {:.4g}", constant.option, constant.value)});
  }
}

void add_missing_optimum(const Manifest& manifest, const ProblemKey& problem,
                         std::vector<Condition>& conditions) {
  const auto is_certified = [&](const ManifestOptimum& optimum) { return optimum == problem; };
  const bool may_have_one = problem.regularizer == "l1" || problem.regularizer == "l2";
  if (may_have_one && !manifest.optima.empty() && std::ranges::none_of(manifest.optima, is_certified))
    conditions.push_back(
        {.kind = ConditionKind::uncertified, .problem = problem, .detail = "F − D* is not known"});
}

void add_missing_runs(const Manifest& manifest, Runs runs, const ProblemKey& problem,
                      std::vector<Condition>& conditions) {
  std::set<std::string> done;
  for (const StoredRun& run : runs) done.insert(run.rows.front().run_id);
  std::map<std::size_t, Condition> by_method;
  for (const ManifestRun& planned : manifest.runs) {
    if (planned != problem) continue;
    const std::size_t method = index_of_method(manifest, planned.method, planned.variant);
    Condition& condition = by_method[method];
    condition.kind = ConditionKind::missing;
    condition.problem = problem;
    condition.method = method;
    ++condition.of_runs;
    if (!done.contains(planned.id)) ++condition.runs;
  }
  for (const auto& [method, condition] : by_method)
    if (condition.runs > 0) conditions.push_back(condition);
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

/// Adds conditions of one method's runs, given by their indices in `results`.
void add_conditions_of_runs(const ResultsFolder& results, const std::vector<std::size_t>& indices,
                            std::vector<Condition>& conditions) {
  const Manifest& manifest = results.manifest;
  const ResultRow& first = results.runs[indices.front()].rows.back();
  const Condition none{
      .problem = first.problem(), .method = index_of_method(manifest, first), .of_runs = indices.size()};
  std::map<ConditionKind, Condition> found;
  const auto count = [&](ConditionKind kind, bool holds, double excess = 0, const std::string& detail = "") {
    if (!holds) return;
    Condition& condition = found.try_emplace(kind, none).first->second;
    condition.kind = kind;
    condition.detail = detail;
    ++condition.runs;
    condition.excess = std::max(condition.excess, excess);
  };
  const ManifestOptimum* const optimum = certificate_of(manifest, first);
  for (const std::size_t k : indices) {
    const StoredRun& run = results.runs[k];
    const ResultRow& last = run.rows.back();
    const auto excess = excess_at_own_end(last, optimum);
    const double used = last.works_at_once() ? last.wall_seconds : last.cpu_seconds;
    count(ConditionKind::failed, last.status == run_status::diverged || run_status::is_failed(last.status));
    count(ConditionKind::own_end, excess.has_value(), excess.value_or(0));
    count(ConditionKind::several_threads, last.threads > 1U, 0, plural(last.threads.value_or(0), "thread"));
    count(ConditionKind::overrun,
          run.budget > 0 && last.status == run_status::budget && used > most_overrun * run.budget,
          used / run.budget - 1);
    count(ConditionKind::shared_core, shared_its_core(run));
    count(ConditionKind::shared_cache, run.surroundings && run.surroundings->cache_shared_by > 0);
    count(ConditionKind::hindered, was_hindered(run));
  }
  for (const auto& [kind, condition] : found) conditions.push_back(condition);
}

/// Adds a condition that names the runs' processors or builds, if the known ones differ.
void add_differing(ConditionKind kind, Runs runs, std::string StoredRun::*member, const ProblemKey& problem,
                   std::vector<Condition>& conditions) {
  std::set<std::string> names;
  for (const StoredRun& run : runs)
    if (!(run.*member).empty() && run.rows.front().problem() == problem) names.insert(run.*member);
  if (names.size() < 2) return;
  conditions.push_back(
      {.kind = kind, .problem = problem, .detail = fmt::format("{}", fmt::join(names, " and "))});
}

}  // namespace

std::vector<Condition> conditions_of(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  const Runs runs = results.runs;
  std::vector<Condition> conditions;
  for (const ProblemKey& problem : problems_of(manifest, runs)) {
    add_conditions_of_data(manifest, problem, conditions);
    add_conditions_of_constants(manifest, problem, conditions);
    add_missing_optimum(manifest, problem, conditions);
    add_missing_runs(manifest, runs, problem, conditions);
    std::map<std::size_t, std::vector<std::size_t>> runs_by_method;  // indices of both
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const ResultRow& last = runs[k].rows.back();
      if (last.problem() == problem) runs_by_method[index_of_method(manifest, last)].push_back(k);
    }
    for (const auto& [method, indices] : runs_by_method) add_conditions_of_runs(results, indices, conditions);
    add_differing(ConditionKind::processors, runs, &StoredRun::processor, problem, conditions);
    add_differing(ConditionKind::builds, runs, &StoredRun::build, problem, conditions);
  }
  return conditions;
}

}  // namespace descent
