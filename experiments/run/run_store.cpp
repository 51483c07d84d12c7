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

namespace {

/// With the memory of this process.
Json json_of(const RunCosts& costs) {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return {{"billed_cpu_seconds", costs.billed_seconds},     {"wall_seconds", costs.wall_seconds},
          {"clock_seconds", costs.clock_seconds},           {"copy_seconds", costs.copy_seconds},
          {"evaluation_seconds", costs.evaluation_seconds}, {"total_seconds", costs.total_seconds},
          {"peak_memory_bytes", 1024 * use.ru_maxrss}};
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
  RunFile run{{rows.begin(), rows.end()}, provenance_of(spec, rows.front().run_id, costs)};
  run.provenance.surroundings = surroundings;
  run.provenance.decision_line = std::move(decision_line);
  store_rows(folder, run);
}

void store_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& status) {
  ResultRow row = row_of(spec, run_id(spec));
  row.status = status;
  store_run(folder, spec, std::span(&row, 1), std::nullopt);
}

void store_rows(const std::filesystem::path& folder, RunFile& run) {
  const std::string text = rows_text(run.rows);
  run.provenance.checksums = {sha256_of(text)};
  write_provenance(folder, run.provenance);
  write_atomically(run_file(folder, run.provenance.id), text);
}

}  // namespace descent
