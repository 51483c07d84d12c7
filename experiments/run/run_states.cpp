// Compares a plan with the results folder: which runs are done, missing, failed or outdated (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include <algorithm>

#include "experiments/plan/plan.hpp"
#include "experiments/run/run_store.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "support/ranges.hpp"

namespace descent {

namespace {

/// True if the rows can get another bound unchanged. A run that contradicts the bound must fail with a
/// message.
bool can_take_bound(const CertifiedOptimum& optimum, double scale, const std::vector<ResultRow>& rows) {
  return std::ranges::all_of(rows, [&](const ResultRow& row) {
    const auto dual_value = row.dual_value ? std::optional(*row.dual_value / scale) : std::nullopt;
    return row.objective && contradiction(optimum, *row.objective / scale, dual_value).empty();
  });
}

/// A run in the folder.
struct FoundRun {
  RunState state;
  std::string status = {};       ///< if it is complete
  bool has_other_bound = false;  ///< than today's, which it can take
};

/// Throws ConfigError for a wanted run of another processor where that matters: it is not replaced. Its id
/// hashes everything else in the identity, and the processor is empty in both if it does not matter.
void require_this_processor(const Experiment& experiment, const RunSpec& spec, const RunProvenance& run) {
  const RunFilter& filter = experiment.settings.only;
  const Json then = run.identity.value("processor", Json());
  if (then == "" || then == processor_model() || !filter.may_want(spec) || !filter.wants_run(run.id)) return;
  throw ConfigError(
      "{}: the run {} is of the processor {}, and this one is {}: their times do not compare; `descent plot` "
      "draws what is there, --out begins another folder",
      experiment.settings.folder.string(), run.id, run.processor(), processor_model());
}

/// Throws ConfigError, DamagedRun and ResultFileError.
FoundRun found_run(const Experiment& experiment, const RunSpec& spec, const std::string& id) {
  const std::optional<RunFile> run = find_run(experiment.settings.folder, id);
  if (!run) return {RunState::missing};
  const ResultRow& last = run->rows.back();
  if (run_status::is_failed(last.status)) return {RunState::failed};
  require_this_processor(experiment, spec, run->provenance);
  FoundRun found{RunState::done, last.status};
  if (spec.known_optimum != nullptr) {
    const CertifiedOptimum& optimum = spec.known_optimum->optimum;
    const double scale = spec.objective_scale();
    const bool has_bound = last.lower_bound == scale * optimum.lower_bound;
    found.has_other_bound = !has_bound && can_take_bound(optimum, scale, run->rows);
    // The overlap with the support of w* needs the iterates.
    const bool has_support = spec.regularizer != RegularizerKind::l1 || (has_bound && last.support_false);
    if (!(has_bound || found.has_other_bound) || !has_support) found.state = RunState::outdated;
  }
  if (needs_line(experiment.config, spec) && run->provenance.decision_line.empty())
    found.state = RunState::outdated;
  return found;
}

/// Throws ConfigError if the filter names a run that cannot be in the plan. A run without an id may be one.
void require_planned(const RunFilter& filter, const Plan& plan, const std::vector<std::string>& ids) {
  if (std::ranges::any_of(plan.runs, [&](const RunSpec& spec) {
        return filter.may_want(spec) && needs_radius(spec.options);
      }))
    return;
  for (const std::string& wanted : filter.runs)
    if (!contains(ids, wanted)) refuse_id(wanted);
}

}  // namespace

RunStates states_of(const Experiment& experiment) {
  const Plan& plan = experiment.plan;
  const RunFilter& filter = experiment.settings.only;
  RunStates runs;
  runs.ids = mapped(plan.runs, [](const RunSpec& spec) { return run_id(spec); });
  require_planned(filter, plan, runs.ids);
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    const bool is_wanted = filter.may_want(spec) && filter.wants_run(runs.ids[k]);
    runs.states.push_back(RunState::left_out);
    if (!is_wanted && filter.share) continue;  // other commands do these
    FoundRun found{RunState::outdated};
    try {
      found = found_run(experiment, spec, runs.ids[k]);
    } catch (const DamagedRun& damage) {
      if (is_wanted) runs.damages.emplace_back(damage.what());
    }
    if (found.has_other_bound) runs.with_other_bound.push_back(k);
    if (!is_wanted) continue;
    runs.states.back() = found.state;
    if (found.state != RunState::done) runs.to_do.push_back(spec);
    if (found.state == RunState::done && found.status == run_status::diverged)
      runs.unsuccessful.push_back({runs.ids[k], spec.what(), found.status});
  }
  return runs;
}

void take_bounds(const Experiment& experiment, const RunStates& runs) {
  for (const std::size_t k : runs.with_other_bound) {
    const RunSpec& spec = experiment.plan.runs[k];
    RunFile run = read_run(experiment.settings.folder, runs.ids[k]);
    set_bound(spec.objective_scale() * spec.known_optimum->optimum.lower_bound, run.rows);
    write_run(experiment.settings.folder, std::move(run), AfterPowerFailure::file);
  }
}

std::string keep_failure(const Experiment& experiment, const RunSpec& spec, const std::string& failure) {
  bool has_complete_rows = false;
  try {
    const FoundRun found = found_run(experiment, spec, run_id(spec));
    if (found.state == RunState::done) return found.status;
    has_complete_rows = found.state == RunState::outdated;
  } catch (const DamagedRun&) {  // it was going to be repeated
  }
  std::string status = run_status::failed(failure);
  if (!has_complete_rows || failure.starts_with(run_status::contradiction_prefix))
    store_failure(experiment.settings.folder, spec, status);
  return status;
}

}  // namespace descent
