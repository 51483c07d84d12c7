#include "experiments/run/provenance_of_run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <utility>

#include "experiments/plan/run_identity.hpp"
#include "experiments/program/program_and_machine.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/program/described_program.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

Json to_json(const RunCosts& costs) {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return {{"billed_cpu_seconds", costs.billed_seconds},     {"wall_seconds", costs.wall_seconds},
          {"clock_seconds", costs.clock_seconds},           {"copy_seconds", costs.copy_seconds},
          {"evaluation_seconds", costs.evaluation_seconds}, {"total_seconds", costs.total_seconds},
          {"peak_memory_bytes", 1024 * use.ru_maxrss}};
}

}  // namespace

void write_provenance_of(const RunSpec& spec, const std::filesystem::path& folder,
                         const std::optional<RunCosts>& costs, const RunChecksums& checksums) {
  const Json identity = run_identity(spec);
  const Json here = program_and_machine();
  RunProvenance provenance{.id = run_id(identity),
                           .what = spec.what(),
                           .identity = identity,
                           .program = here["program"],
                           .machine = here["machine"],
                           .ended = utc_now(),
                           .costs = costs ? to_json(*costs) : Json(),
                           .data_file = spec.dataset->file,
                           .row_weights_file = spec.dataset->weights_file,
                           .checksums = checksums,
                           .allreduce = allreduce_of(processes_of(spec.options))};
  if (const ExternalProgram* program = program_of(*spec.method))
    provenance.program_file = program->file.string();
  write_provenance(folder, provenance);
}

void require_identity(const RunProvenance& provenance, const std::filesystem::path& folder) {
  if (run_id(provenance.identity) != provenance.id)
    throw DamagedRun(fmt::format("{}: /identity: does not give the id; the file was changed by hand",
                                 provenance_file(folder, provenance.id).string()));
}

}  // namespace descent
