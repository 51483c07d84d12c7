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
  const std::string id = run_id(identity);
  Json json = {{"id", id},
               {"what", spec.what()},
               {"identity", identity},
               {"ended", utc_now()},
               {"costs", costs ? to_json(*costs) : Json(nullptr)}};
  if (!spec.dataset->file.empty()) json["data_file"] = spec.dataset->file;
  if (!spec.dataset->weights_file.empty()) json["row_weights_file"] = spec.dataset->weights_file;
  if (const ExternalProgram* program = program_of(*spec.method))
    json["program_file"] = program->file.string();
  json.update(greeting_of(processes_of(spec.options)));
  json.update(program_and_machine());
  write_provenance(folder, id, std::move(json), checksums);
}

void require_identity(const RunProvenance& provenance, const std::filesystem::path& folder) {
  if (run_id(provenance.identity) != provenance.id)
    throw DamagedRun(fmt::format("{}: /identity: does not give the id; the file was changed by hand",
                                 provenance_file(folder, provenance.id).string()));
}

}  // namespace descent
