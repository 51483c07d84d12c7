// Compares a plan with the results folder: which runs are done, missing, failed or outdated (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/plan/plan.hpp"
#include "experiments/run/run_store.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/ranges.hpp"
#include "support/records/listed_files.hpp"

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

/// Throws DamagedRun if the rows belong to another run than the id. The columns before `checkpoint` identify
/// a run.
void check_identity(const ResultRow& row, const RunSpec& spec, const std::filesystem::path& file) {
  const ResultRow expected = row_of(spec, row.run_id);
  for (const Column<ResultRow>& column : result_columns()) {
    if (column.name == "checkpoint") return;
    if (column.text(row) != column.text(expected))
      throw DamagedRun("{}: {}: expected {}, got {}", file.string(), column.name, column.text(expected),
                       column.text(row));
  }
}

/// State of a run, and its status if it is done.
struct LookedUp {
  RunState state;
  std::string status;

  bool is_done() const { return state == RunState::done; }
};

LookedUp look_up(const Experiment& experiment, const RunSpec& spec, const std::string& id, bool may_write) {
  const std::filesystem::path& folder = experiment.settings.folder;
  std::optional<RunFile> run = kept_run(folder, id);
  if (!run) return {RunState::missing, ""};
  const std::vector<ResultRow>& rows = run->rows;
  check_identity(rows.front(), spec, run_file(folder, id));
  if (!spec.method->sampled_by_tolerance) require_one_setup(rows, run_file(folder, id));
  const std::string status = rows.back().status;
  if (run_status::is_failed(status)) return {RunState::failed, ""};
  require_identity(run->provenance, folder);
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
  if (experiment.decision_lines.lacks(spec, id, *run)) return {RunState::outdated, ""};
  return {RunState::done, status};
}

/// Adds a sentence for rows or weights that were written but are missing.
void add_missing_files(const ListedFiles& files, const std::filesystem::path& folder, const std::string& id,
                       std::vector<std::string>& damages) {
  for (const char* const end : {".csv", ".weights"}) {
    const auto listed = files.find(fmt::format("runs/{}{}", id, end));
    if (listed != files.end() && !is_present(folder / listed->first)) {
      damages.push_back(damage_of(folder / listed->first, listed->second));
      return;
    }
  }
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
  const ListedFiles files = listed_files(settings.folder);
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    const bool is_wanted = filter.may_want(spec) && filter.wants_run(runs.ids[k]);
    LookedUp found{is_wanted ? RunState::missing : RunState::left_out, ""};
    const std::size_t told = runs.damages.size();
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
    const bool is_open = found.state == RunState::missing || found.state == RunState::outdated;
    if (is_open && runs.damages.size() == told)
      add_missing_files(files, settings.folder, runs.ids[k], runs.damages);
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
