#include "experiments/run/run_store.hpp"

#include <sys/resource.h>

#include <utility>

#include "experiments/plan/plan.hpp"
#include "experiments/program/build_info.hpp"
#include "solvers/program/described_program.hpp"
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

void store_run(const std::filesystem::path& folder, const RunSpec& spec, std::span<const ResultRow> rows,
               const std::optional<RunCosts>& costs, std::vector<double> decision_line,
               const std::optional<RunSurroundings>& surroundings) {
  RunFile run{{rows.begin(), rows.end()}, provenance_of(spec, rows.front().run_id, costs)};
  run.provenance.surroundings = surroundings;
  run.provenance.decision_line = std::move(decision_line);
  write_run(folder, std::move(run));
}

void store_failure(const std::filesystem::path& folder, const RunSpec& spec, const std::string& status) {
  ResultRow row = row_of(spec, run_id(spec));
  row.status = status;
  store_run(folder, spec, std::span(&row, 1), std::nullopt);
}

}  // namespace descent
