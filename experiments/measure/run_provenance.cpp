#include "experiments/measure/run_provenance.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <system_error>

#include "experiments/plan/run_identity.hpp"
#include "experiments/program/program_and_machine.hpp"
#include "plots/results/result_json.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"
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

void write(const std::filesystem::path& file, const Json& provenance) {
  write_atomically(file, json_text(sealed(provenance), 1) + '\n');
}

}  // namespace

void write_provenance(const std::filesystem::path& folder, const RunSpec& spec,
                      const std::optional<RunCosts>& costs, const RunChecksums& checksums) {
  const Json identity = run_identity(spec);
  const std::string id = run_id(identity);
  Json json = {{"id", id},
               {"what", spec.what()},
               {"identity", identity},
               {"ended", utc_now()},
               {"costs", costs ? to_json(*costs) : Json(nullptr)},
               {checksums_key, to_json(checksums)}};
  if (!spec.dataset->file.empty()) json["data_file"] = spec.dataset->file;
  if (!spec.dataset->weights_file.empty()) json["row_weights_file"] = spec.dataset->weights_file;
  if (const ExternalProgram* program = program_of(*spec.method))
    json["program_file"] = program->file.string();
  json.update(greeting_of(processes_of(spec.options)));
  json.update(program_and_machine());
  write(provenance_file(folder, id), json);
}

void replace_checksums(const std::filesystem::path& folder, const std::string& id,
                       const RunChecksums& checksums) {
  const std::filesystem::path file = provenance_file(folder, id);
  try {
    Json json = read_result_json(file);
    json[checksums_key] = to_json(checksums);
    write(file, json);
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
}

RunProvenance read_provenance(const std::filesystem::path& file) {
  try {
    const Json json = read_result_json(file);
    const JsonPlace place(file.string(), json);
    RunProvenance provenance{.id = place.at("id").text(),
                             .identity = place.at("identity").value(),
                             .program = place.at("program").value(),
                             .machine = place.at("machine").value(),
                             .data_file = {},
                             .row_weights_file = {},
                             .program_file = {}};
    if (const auto data_file = place.find("data_file")) provenance.data_file = data_file->text();
    if (const auto weights = place.find("row_weights_file")) provenance.row_weights_file = weights->text();
    if (const auto program_file = place.find("program_file")) provenance.program_file = program_file->text();
    if (run_id(provenance.identity) != provenance.id)
      place.at("identity").fail("does not give the id; the file was changed by hand");
    return provenance;
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
}

RunProvenance read_provenance_of_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = provenance_file(folder, id);
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown))
    throw DamagedRun(fmt::format("{}: is missing, which says what the run was", file.string()));
  try {
    RunProvenance provenance = read_provenance(file);
    if (provenance.id != id)
      throw ResultFileError(fmt::format("{}: is that of run {}", file.string(), provenance.id));
    return provenance;
  } catch (const ResultFileError& error) {
    throw DamagedRun(error.what());
  }
}

}  // namespace descent
