#include "experiments/run/run_store.hpp"

#include <sys/resource.h>

#include <system_error>

#include "experiments/plan/plan.hpp"
#include "experiments/program/build_info.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

template <>
const Fields<RunCosts>& fields_of() {
  using C = RunCosts;
  static const Fields<C> fields{in_json("billed_cpu_seconds", "", &C::billed_seconds),
                                in_json("wall_seconds", "", &C::wall_seconds),
                                in_json("clock_seconds", "", &C::clock_seconds),
                                in_json("copy_seconds", "", &C::copy_seconds),
                                in_json("evaluation_seconds", "", &C::evaluation_seconds),
                                in_json("total_seconds", "", &C::total_seconds)};
  return fields;
}

namespace {

/// The run's file, if it is sound.
std::optional<RunFile> sound_run(const std::filesystem::path& folder, const std::string& id) {
  try {
    return kept_run(folder, id);
  } catch (const DamagedRun&) {
    return std::nullopt;
  }
}

/// With the memory of this process.
Json json_of(const RunCosts& costs) {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  Json json = write_record(costs);
  json["peak_memory_bytes"] = 1024 * use.ru_maxrss;
  return json;
}

RunProvenance provenance_of(const RunSpec& spec, const std::string& id,
                            const std::optional<RunCosts>& costs) {
  const Json here = program_and_machine();
  RunProvenance provenance{.id = id,
                           .what = spec.what(),
                           .identity = run_identity(spec),
                           .program = here["program"],
                           .machine = here["machine"],
                           .ended = utc_now(),
                           .costs = costs ? json_of(*costs) : Json(),
                           .data_file = spec.dataset->file,
                           .test_file = spec.dataset->test_file,
                           .row_weights_file = spec.dataset->weights_file};
  if (const ExternalProgram* program = program_of(*spec.method))
    provenance.program_file = program->file.string();
  return provenance;
}

}  // namespace

std::optional<RunFile> kept_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError("{}: cannot be looked up: {}", file.string(), error.message());
  if (!exists) return std::nullopt;
  // Else its rows could not be written there.
  if (!is_file(file))
    throw ResultFileError("{}: is not a regular file; move it away, and the run is carried out again",
                          file.string());
  return read_run(folder, id);
}

void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, std::vector<double> decision_line,
               const std::optional<RunSurroundings>& surroundings) {
  const std::string& id = rows.front().run_id;
  const std::string text = rows_text(rows);
  RunProvenance provenance = provenance_of(spec, id, costs);
  provenance.surroundings = surroundings;
  provenance.checksums = {sha256_of(text)};
  provenance.decision_line = std::move(decision_line);
  write_provenance(folder, provenance);
  write_atomically(run_file(folder, id), text);
}

std::string store_failure(const std::filesystem::path& folder, const RunSpec& spec,
                          const std::string& failure) {
  ResultRow row = row_of(spec, run_id(spec));
  row.status = run_status::failed(failure);
  const std::optional<RunFile> former = sound_run(folder, row.run_id);
  const bool has_complete_rows = former && !run_status::is_failed(former->rows.back().status);
  if (failure.starts_with(run_status::contradiction_prefix) || !has_complete_rows)
    store_run(folder, spec, std::span(&row, 1), std::nullopt);
  return row.status;
}

void store_changed_rows(const std::filesystem::path& folder, const std::string& id, RunFile& run) {
  const std::string text = rows_text(run.rows);
  run.provenance.checksums = {sha256_of(text)};
  write_provenance(folder, run.provenance);
  write_atomically(run_file(folder, id), text);
}

}  // namespace descent
