#include "experiments/measure/run_provenance.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include "experiments/plan/run_identity.hpp"
#include "experiments/program/program_and_machine.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
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

std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "provenance" / (id + ".json");
}

void write_provenance(const std::filesystem::path& folder, const RunSpec& spec,
                      const std::optional<RunCosts>& costs) {
  const Json identity = run_identity(spec);
  const std::string id = run_id(identity);
  Json json = {{"id", id},
               {"what", spec.what()},
               {"identity", identity},
               {"ended", utc_now()},
               {"costs", costs ? to_json(*costs) : Json(nullptr)}};
  if (!spec.dataset->file.empty()) json["data_file"] = spec.dataset->file;
  if (const ExternalProgram* program = program_of(*spec.method))
    json["program_file"] = program->file.string();
  json.update(program_and_machine());
  write_atomically(provenance_file(folder, id),
                   json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

RunProvenance read_provenance(const std::filesystem::path& file) {
  try {
    const Json json = read_json(file);
    const JsonPlace place(file.string(), json);
    RunProvenance provenance{place.at("id").text(),
                             place.at("identity").value(),
                             place.at("program").value(),
                             place.at("machine").value(),
                             "",
                             ""};
    if (const auto data_file = place.find("data_file")) provenance.data_file = data_file->text();
    if (const auto program_file = place.find("program_file")) provenance.program_file = program_file->text();
    if (run_id(provenance.identity) != provenance.id)
      place.at("identity").fail("does not give the id; the file was changed by hand");
    return provenance;
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
}

}  // namespace descent
