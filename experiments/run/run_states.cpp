// Compares a plan with the results folder: which runs are done, missing, failed or outdated (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

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

/// State of a run, and its status if it is done.
struct LookedUp {
  RunState state;
  std::string status;

  bool is_done() const { return state == RunState::done; }
};

/// Throws ConfigError for a wanted run of another processor where that matters: it is not replaced.
void require_this_processor(const Experiment& experiment, const RunSpec& spec, const RunProvenance& run) {
  const RunFilter& filter = experiment.settings.only;
  const Json now = run_identity(spec).at("processor");
  if (run.identity.value("processor", Json()) == now || !filter.may_want(spec) || !filter.wants_run(run.id))
    return;
  throw ConfigError(
      "{}: the run {} is of the processor {}, and this one is {}: their times do not compare; `descent plot` "
      "draws what is there, --fresh or --out begins another folder",
      experiment.settings.folder.string(), run.id, run.processor(), processor_model());
}

LookedUp look_up(const Experiment& experiment, const RunSpec& spec, const std::string& id, bool may_write) {
  const std::filesystem::path& folder = experiment.settings.folder;
  std::optional<RunFile> run = kept_run(folder, id);
  if (!run) return {RunState::missing, ""};
  const std::vector<ResultRow>& rows = run->rows;
  const std::string status = rows.back().status;
  if (run_status::is_failed(status)) return {RunState::failed, ""};
  require_this_processor(experiment, spec, run->provenance);
  const double scale = spec.objective_scale();
  if (spec.known_optimum != nullptr) {
    const CertifiedOptimum& optimum = spec.known_optimum->optimum;
    const bool has_bound = rows.back().lower_bound == scale * optimum.lower_bound;
    if (!has_bound && !can_take_bound(optimum, scale, rows)) return {RunState::outdated, ""};
    if (!has_bound && may_write) {
      set_bound(scale * optimum.lower_bound, run->rows);
      store_changed_rows(folder, id, *run);
    }
    const bool has_support =
        spec.regularizer != RegularizerKind::l1 || (has_bound && rows.back().support_false);
    if (!has_support) return {RunState::outdated, ""};
  }
  if (experiment.decision_lines.lacks(spec, *run)) return {RunState::outdated, ""};
  return {RunState::done, status};
}

}  // namespace

RunStates look_up_runs(const Experiment& experiment, bool may_write) {
  const Plan& plan = experiment.plan;
  const RunSettings& settings = experiment.settings;
  RunStates runs;
  const RunFilter& filter = settings.only;
  runs.ids = mapped(plan.runs, [](const RunSpec& spec) { return run_id(spec); });
  // A run without an id may be one that the filter names.
  if (std::ranges::none_of(plan.runs, [&](const RunSpec& spec) {
        return filter.may_want(spec) && needs_radius(spec.options);
      })) {
    for (const std::string& wanted : filter.runs)
      if (!contains(runs.ids, wanted)) refuse_id(wanted);
  }
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    const bool is_wanted = filter.may_want(spec) && filter.wants_run(runs.ids[k]);
    LookedUp found{is_wanted ? RunState::missing : RunState::left_out, ""};
    // A new bound concerns all runs of the problem.
    if (is_wanted || may_write) {
      LookedUp here{RunState::outdated, ""};
      try {
        here = look_up(experiment, spec, runs.ids[k], may_write);
      } catch (const DamagedRun& damage) {
        if (is_wanted) runs.damages.emplace_back(damage.what());
      }
      if (is_wanted) found = here;
    }
    runs.states.push_back(found.state);
    if (found.status == run_status::diverged)
      runs.unsuccessful.push_back({runs.ids[k], spec.what(), found.status});
    if (found.state != RunState::left_out && !found.is_done()) runs.to_do.push_back(spec);
  }
  return runs;
}

std::string keep_failure(const Experiment& experiment, const RunSpec& spec, const std::string& failure) {
  try {
    const LookedUp found = look_up(experiment, spec, run_id(spec), true);
    if (!found.status.empty()) return found.status;
  } catch (const DamagedRun&) {  // it was going to be repeated
  }
  return store_failure(experiment.settings.folder, spec, failure);
}

}  // namespace descent
