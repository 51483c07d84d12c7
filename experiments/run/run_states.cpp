#include "experiments/run/run_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "experiments/plan/run_identity.hpp"
#include "experiments/run/provenance_of_run.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/records/listed_files.hpp"
#include "support/records/run_file.hpp"

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

/// Sets the bound. The overlap with the support of its w* is only known when the run is repeated.
void set_bound(double lower_bound, std::vector<ResultRow>& rows) {
  for (ResultRow& row : rows) {
    row.lower_bound = lower_bound;
    row.suboptimality = *row.objective - lower_bound;
    row.support_recall = row.support_false = std::nullopt;
  }
}

std::optional<RunFile> kept_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError(fmt::format("{}: cannot be looked up: {}", file.string(), error.message()));
  if (!exists) return std::nullopt;
  // Else its rows could not be written there.
  if (!is_file(file))
    throw ResultFileError(fmt::format(
        "{}: is not a regular file; move it away, and the run is carried out again", file.string()));
  return read_run(folder, id);
}

/// The run's file, if it is sound.
std::optional<RunFile> sound_run(const std::filesystem::path& folder, const std::string& id) {
  try {
    return kept_run(folder, id);
  } catch (const DamagedRun&) {
    return std::nullopt;
  }
}

/// Gives a run's rows another bound. If this is interrupted at any point, the provenance still matches the
/// file. Rows without proof stay unproven.
void store_bound(double lower_bound, const std::filesystem::path& folder, const std::string& id,
                 RunFile& run) {
  set_bound(lower_bound, run.rows);
  const std::string text = rows_text(run.rows);
  run.provenance.checksums = {sha256_of(text), run.sha256, run.checksums().weights};
  write_provenance(folder, run.provenance);
  write_atomically(run_file(folder, id), text);
}

/// Throws DamagedRun if the rows belong to another run than the id. The columns before `checkpoint` identify
/// a run.
void check_identity(const ResultRow& row, const RunSpec& spec, const std::filesystem::path& file) {
  const ResultRow expected = row_of(spec, row.run_id);
  for (const Column<ResultRow>& column : result_columns()) {
    if (column.name == "checkpoint") return;
    if (column.text(row) != column.text(expected))
      throw DamagedRun(fmt::format("{}: {}: expected {}, got {}", file.string(), column.name,
                                   column.text(expected), column.text(row)));
  }
}

/// State of a run, and its status if it is done.
struct LookedUp {
  RunState state;
  std::string status;

  bool is_done() const { return state == RunState::done; }
};

LookedUp look_up(const RunSpec& spec, const std::filesystem::path& folder, const std::string& id,
                 std::span<const std::string> processors, const DecisionLines& decision_lines,
                 bool may_write) {
  std::optional<RunFile> run = kept_run(folder, id);
  if (!run) return {RunState::missing, ""};
  const std::vector<ResultRow>& rows = run->rows;
  check_identity(rows.front(), spec, run_file(folder, id));
  if (!spec.method->sampled_by_tolerance) require_one_setup(rows, run_file(folder, id));
  const std::string status = rows.back().status;
  if (run_status::is_failed(status)) return {RunState::failed, ""};
  require_identity(run->provenance, folder);
  if (!processors.empty() && std::ranges::find(processors, run->provenance.processor()) == processors.end())
    return {RunState::outdated, ""};
  const double scale = spec.objective_scale();
  if (spec.known_optimum != nullptr) {
    const CertifiedOptimum& optimum = spec.known_optimum->optimum;
    const bool has_bound = rows.back().lower_bound == scale * optimum.lower_bound;
    if (!has_bound && !can_take_bound(optimum, scale, rows)) return {RunState::outdated, ""};
    if (!has_bound && may_write) store_bound(scale * optimum.lower_bound, folder, id, *run);
    const bool has_support =
        spec.regularizer != RegularizerKind::l1 || (has_bound && rows.back().support_false);
    if (!has_support) return {RunState::outdated, ""};
  }
  if (decision_lines.lacks(spec, id, *run)) return {RunState::outdated, ""};
  return {RunState::done, status};
}

/// look_up() for a file that may be damaged; damage is recorded.
LookedUp look_up_file(const RunSpec& spec, const std::string& id, const RunSettings& settings,
                      const DecisionLines& decision_lines, bool may_write,
                      std::vector<std::string>& damages) {
  try {
    return look_up(spec, settings.folder, id, settings.processors, decision_lines, may_write);
  } catch (const DamagedRun& damage) {
    damages.emplace_back(damage.what());
    return {RunState::outdated, ""};
  }
}

/// Ids of a run on the processors; `own` is its id on this one.
std::vector<std::string> ids_of(const RunSpec& spec, const std::string& own,
                                std::span<const std::string> processors) {
  if (processors.empty()) return {own};
  std::vector<std::string> ids;
  for (const std::string& processor : processors) {
    const std::string id = run_id(run_identity(spec, processor));
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

/// Adds a sentence for rows or weights that were written but are missing.
void add_missing_files(const ListedFiles& files, const std::filesystem::path& folder, const std::string& id,
                       std::vector<std::string>& damages) {
  for (const char* const end : {".csv", ".weights"}) {
    const auto listed = files.find(fmt::format("runs/{}{}", id, end));
    std::error_code unseen;
    if (listed != files.end() && !std::filesystem::exists(folder / listed->first, unseen)) {
      damages.push_back(damage_of(folder / listed->first, listed->second));
      return;
    }
  }
}

[[noreturn]] void refuse_id(const std::string& wanted) {
  throw ConfigError(
      fmt::format("--only: no run of the configuration has the id \"{}\"; ids change with the configuration, "
                  "the tuned constants, the data, the code and the processor",
                  wanted));
}

}  // namespace

std::vector<ProblemSpec> wanted_problems(const Plan& plan, const RunFilter& filter) {
  std::vector<ProblemSpec> problems;
  const auto add = [&](const RunSpec& spec) {
    const auto is_same = [&](const ProblemSpec& problem) { return problem.is_same_as(spec); };
    if (std::ranges::none_of(problems, is_same)) problems.push_back(spec);
  };
  std::vector<std::string> unknown = filter.runs;
  std::vector<const RunSpec*> open;
  for (const RunSpec& spec : plan.runs) {
    if (!filter.may_want(spec)) continue;
    if (filter.runs.empty()) {
      add(spec);
    } else if (needs_radius(spec.options)) {
      open.push_back(&spec);
    } else if (const std::string id = run_id(spec); filter.wants_run(id)) {
      add(spec);
      std::erase(unknown, id);
    }
  }
  if (unknown.empty()) return problems;
  if (open.empty()) refuse_id(unknown.front());
  for (const RunSpec* spec : open) add(*spec);
  return problems;
}

RunStates look_up_runs(const Plan& plan, const RunSettings& settings, const DecisionLines& decision_lines,
                       bool may_write) {
  RunStates runs;
  const RunFilter& filter = settings.only;
  for (const RunSpec& spec : plan.runs) runs.ids.push_back(run_id(spec));
  // A run without an id may be one that the filter names.
  if (std::ranges::none_of(plan.runs, [&](const RunSpec& spec) {
        return filter.may_want(spec) && needs_radius(spec.options);
      })) {
    for (const std::string& wanted : filter.runs) {
      if (std::ranges::find(runs.ids, wanted) == runs.ids.end()) refuse_id(wanted);
    }
  }
  const ListedFiles files = listed_files(settings.folder);
  for (std::size_t k = 0; k < runs.ids.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    const bool is_wanted = filter.may_want(spec) && filter.wants_run(runs.ids[k]);
    LookedUp found{is_wanted ? RunState::missing : RunState::left_out, ""};
    std::vector<std::string> not_wanted;
    const std::size_t told = runs.damages.size();
    // A new bound concerns all runs of the problem.
    if (is_wanted || may_write) {
      for (const std::string& id : ids_of(spec, runs.ids[k], settings.processors)) {
        const LookedUp here = look_up_file(spec, id, settings, decision_lines, may_write,
                                           is_wanted ? runs.damages : not_wanted);
        if (!is_wanted || here.state == RunState::missing ||
            (found.state != RunState::missing && !here.is_done()))
          continue;
        found = here;
        runs.ids[k] = id;
        if (found.is_done()) break;
      }
    }
    const bool is_open = found.state == RunState::missing || found.state == RunState::outdated;
    if (is_open && runs.damages.size() == told)
      add_missing_files(files, settings.folder, runs.ids[k], runs.damages);
    runs.states.push_back(found.state);
    if (found.status == run_status::diverged) runs.unwell.push_back({runs.ids[k], spec.what(), found.status});
    if (found.state != RunState::left_out && !found.is_done()) runs.to_do.push_back(spec);
  }
  return runs;
}

void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, const std::string& weights) {
  const std::string& id = rows.front().run_id;
  const std::string text = rows_text(rows);
  // Until the rows are in place, the provenance also matches the rows that they replace.
  const std::optional<RunFile> former = sound_run(folder, id);
  write_provenance_of(spec, folder, costs, {sha256_of(text), former ? former->sha256 : "", weights});
  write_atomically(run_file(folder, id), text);
}

std::string keep_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& failure,
                         const DecisionLines& decision_lines) {
  const std::string id = run_id(spec);
  try {
    const LookedUp found = look_up(spec, folder, id, {}, decision_lines, true);
    if (!found.status.empty()) return found.status;
  } catch (const DamagedRun&) {  // it was going to be repeated
  }
  ResultRow row = row_of(spec, id);
  row.status = run_status::failed(failure);
  const std::optional<RunFile> former = sound_run(folder, id);
  const bool has_complete_rows = former && !run_status::is_failed(former->rows.back().status);
  if (failure.starts_with(run_status::contradiction_prefix) || !has_complete_rows)
    store_run(folder, spec, std::span(&row, 1), std::nullopt, "");
  return row.status;
}

}  // namespace descent
