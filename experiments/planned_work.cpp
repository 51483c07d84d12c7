#include "experiments/planned_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "datasets/errors.hpp"
#include "experiments/run_identity.hpp"
#include "plots/atomic_file.hpp"

namespace descent {

namespace {

/// Puts the bound that is known now in place of another one, or of none. False when the run has to be
/// repeated: under L1 its iterates are needed for what they share with w*'s support, and a run that
/// contradicts the bound is to fail with a message.
bool recertify(const std::filesystem::path& folder, const std::string& id, std::vector<ResultRow>& rows,
               const Reference& reference) {
  if (rows.back().lower_bound == reference.lower_bound) return true;
  if (rows.back().regularizer == name_of(RegularizerKind::l1)) return false;
  for (ResultRow& row : rows) {
    if (!row.objective || !contradiction(reference, *row.objective, row.dual_value).empty()) return false;
    row.lower_bound = reference.lower_bound;
    row.suboptimality = *row.objective - reference.lower_bound;
  }
  store_run(folder, id, rows);
  return true;
}

/// The run's rows if its file is there and complete; none for a run that failed.
std::vector<ResultRow> done_rows(const std::filesystem::path& file) {
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError(fmt::format("{}: cannot be looked up: {}", file.string(), error.message()));
  if (!exists) return {};
  std::vector<ResultRow> rows = read_rows(file);
  if (run_status::is_failed(rows.back().status)) return {};
  return rows;
}

void check_named_runs(const RunFilter& filter, const std::vector<std::string>& ids) {
  for (const std::string& wanted : filter.runs) {
    if (std::ranges::find(ids, wanted) != ids.end()) continue;
    throw ConfigError(fmt::format(
        "--only: no run of the configuration has the id \"{}\"; ids change with the configuration, "
        "the tuned constants, the data, the code and the processor",
        wanted));
  }
}

/// The rows of a run that need not be repeated; none of one that must be.
std::vector<ResultRow> final_rows(const RunSpec& spec, const std::filesystem::path& folder,
                                  const std::string& id, const DecisionLines& decision_lines,
                                  bool may_write) {
  std::vector<ResultRow> rows = done_rows(run_file(folder, id));
  const bool is_certified = rows.empty() || spec.reference == nullptr || !may_write ||
                            recertify(folder, id, rows, spec.reference->reference);
  if (!is_certified || decision_lines.lacks(spec, id)) rows.clear();
  return rows;
}

}  // namespace

std::string final_status(const RunSpec& spec, const std::filesystem::path& folder, const std::string& id,
                         const DecisionLines& decision_lines) {
  const std::vector<ResultRow> rows = final_rows(spec, folder, id, decision_lines, true);
  return rows.empty() ? "" : rows.back().status;
}

bool has_complete_rows(const std::filesystem::path& folder, const std::string& id) {
  return !done_rows(run_file(folder, id)).empty();
}

PlannedWork planned_work(Plan plan, const std::filesystem::path& folder, const RunFilter& filter,
                         const DecisionLines& decision_lines, bool may_write) {
  PlannedWork work;
  work.plan = std::move(plan);
  for (const RunSpec& spec : work.plan.runs) work.ids.push_back(run_id(spec));
  check_named_runs(filter, work.ids);
  for (std::size_t k = 0; k < work.ids.size(); ++k) {
    const RunSpec& spec = work.plan.runs[k];
    const std::string& id = work.ids[k];
    if (!filter.wants(spec, id)) continue;
    const std::vector<ResultRow> rows = final_rows(spec, folder, id, decision_lines, may_write);
    if (rows.empty()) {
      work.missing.push_back(spec);
      continue;
    }
    ++work.done;
    if (rows.back().status == run_status::diverged)
      work.unwell.push_back({id, spec.what(), rows.back().status});
  }
  return work;
}

void store_run(const std::filesystem::path& folder, const std::string& id, std::span<const ResultRow> rows) {
  AtomicFile out(run_file(folder, id));
  write_rows(out, rows);
  out.commit();
}

}  // namespace descent
